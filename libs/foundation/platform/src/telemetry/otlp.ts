import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type IdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { TracingSettings } from '../config/config';
import { rootSpanIdOf } from './trace-ids';
import type { Tracing } from './tracing';

/** Names the span that begins a trace so that every process knows it; all others at random. */
class KnownIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  /** Of the trace that begins with the next span. */
  beginning: string | null = null;

  generateTraceId = () => this.beginning ?? this.random.generateTraceId();
  generateSpanId = () =>
    this.beginning === null ? this.random.generateSpanId() : rootSpanIdOf(this.beginning);
}

/**
 * Tells spans to a collector by OTLP over HTTP, in batches, never waiting for it: what it does not take is dropped.
 * @param exporter instead of one to `settings.endpoint`, whose further settings (headers, certificates) it reads
 * from the variables that OpenTelemetry names
 */
export function openTracing(settings: TracingSettings, exporter?: SpanExporter): Tracing {
  const sampler = new TraceIdRatioBasedSampler(settings.ratio);
  const idGenerator = new KnownIds();
  const provider = new NodeTracerProvider({
    sampler,
    idGenerator,
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'parley.roles': settings.roles.join(','),
    }),
    spanProcessors: [new BatchSpanProcessor(exporter ?? new OTLPTraceExporter())],
  });
  provider.register({ propagator: null });
  const tracer = provider.getTracer('parley');
  return {
    tracer,
    isSampled: (traceId) =>
      sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED,
    begin(name, traceId, kind) {
      idGenerator.beginning = traceId;
      try {
        return tracer.startSpan(name, { kind, root: true });
      } finally {
        idGenerator.beginning = null;
      }
    },
    async close() {
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}
