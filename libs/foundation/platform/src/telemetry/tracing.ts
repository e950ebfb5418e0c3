import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import type { TracingSettings } from '../config/config';
import { rootSpanIdOf, traceIdOf } from './trace-ids';

/** The tracer of this process. Tracing is off by default, and then OpenTelemetry's library is not loaded. */
export interface Tracing {
  tracer: Tracer;
  /**
   * Whether a trace is exported. Depends on its id alone, so that all processes agree and no trace is exported in
   * part.
   */
  isSampled(traceId: string): boolean;
  /** Starts the first span of a trace. */
  begin(name: string, traceId: string, kind: SpanKind): Span;
  close(): Promise<void>;
}

export interface TracedWork {
  name: string;
  kind?: 'server' | 'producer' | 'consumer' | 'client';
  /** Correlation id of the work. Undefined: the span belongs to the current trace, if there is one. */
  correlationId?: string;
  /** Whether the span is the first of its trace: that of the incoming request. */
  isFirst?: boolean;
  attributes?(): Attributes;
}

/** Maximum number of spans for one batch, which may contain events of a thousand traces. */
const MAX_SPANS_OF_A_BATCH = 16;

const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
} as const;

let tracing: Tracing | null = null;

/**
 * Exports spans to the collector at `OTEL_EXPORTER_OTLP_ENDPOINT`.
 * @returns a function that ends the export
 */
export async function startTracing(settings: TracingSettings): Promise<() => Promise<void>> {
  const { openTracing } = await import('./otlp');
  const opened = openTracing(settings);
  useTracing(opened);
  return async () => {
    useTracing(null);
    await opened.close();
  };
}

/** @param opened null to switch tracing off */
export function useTracing(opened: Tracing | null): void {
  tracing = opened;
}

/** Runs `work` in a span. `work` gets the span, or null if it is not traced. */
export async function traced<T>(what: TracedWork, work: (span: Span | null) => Promise<T>): Promise<T> {
  const parent = tracing && contextOf(tracing, what.correlationId);
  if (!tracing || !parent) return work(null);
  const kind = what.kind ? kinds[what.kind] : SpanKind.INTERNAL;
  const span =
    what.isFirst && what.correlationId !== undefined
      ? tracing.begin(what.name, traceIdOf(what.correlationId), kind)
      : tracing.tracer.startSpan(what.name, { kind, attributes: what.attributes?.() }, parent);
  return context.with(trace.setSpan(parent, span), () => ending([span], () => work(span)));
}

/** Makes the spans of `work` belong to a trace, without a span of its own. */
export function inTrace<T>(correlationId: string, work: () => T): T {
  const found = tracing && contextOf(tracing, correlationId);
  return found ? context.with(found, work) : work();
}

/** Runs `work` for many correlation ids, with a span in each of their traces that is sampled, up to a bound. */
export async function tracedForAll<T>(
  name: string,
  correlationIds: () => Iterable<string>,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const { tracer } = tracing;
  const sampled = [...new Set(correlationIds())]
    .filter((id) => isTraced(id))
    .slice(0, MAX_SPANS_OF_A_BATCH)
    .map((id) => tracer.startSpan(name, { kind: SpanKind.CONSUMER }, remoteContext(traceIdOf(id))));
  return ending(sampled, work);
}

/** Whether the trace of this correlation id is sampled. */
export function isTraced(correlationId: string): boolean {
  return tracing?.isSampled(traceIdOf(correlationId)) ?? false;
}

/** @returns the context for a new span; null if it would belong to no sampled trace */
function contextOf(opened: Tracing, correlationId: string | undefined): Context | null {
  const active = context.active();
  const activeTrace = trace.getSpanContext(active)?.traceId;
  if (correlationId === undefined) return activeTrace === undefined ? null : active;
  const traceId = traceIdOf(correlationId);
  if (traceId === activeTrace) return active;
  return opened.isSampled(traceId) ? remoteContext(traceId) : null;
}

function remoteContext(traceId: string): Context {
  const spanId = rootSpanIdOf(traceId);
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}

async function ending<T>(spans: Span[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const span of spans) {
      // Exports the class of the error and not its message, which may quote a user's text.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    }
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}
