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

/**
 * Derives the id of a trace's first span from the trace's id, so that every process knows it; other ids are random.
 */
class KnownIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  /** Id of the trace of which the next span is the first; null if the next span begins no trace. */
  beginning: string | null = null;

  generateTraceId = () => this.beginning ?? this.random.generateTraceId();
  generateSpanId = () =>
    this.beginning === null ? this.random.generateSpanId() : rootSpanIdOf(this.beginning);
}

/**
 * Sends spans to a collector by OTLP over HTTP, in batches and in the background; spans that the collector does not
 * accept are dropped.
 * @param exporter used instead of the default exporter, which sends to `OTEL_EXPORTER_OTLP_ENDPOINT` and reads
 * further settings (headers, certificates) from OpenTelemetry's variables
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
