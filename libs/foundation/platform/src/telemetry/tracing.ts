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

/** How traces are made and told. Absent, as it is by default, nothing of it is loaded and nothing is measured. */
export interface Tracing {
  tracer: Tracer;
  /** Decides by the id alone, so all processes decide alike and a trace is kept whole or not at all. */
  isSampled(traceId: string): boolean;
  /** Starts a span that begins its trace. */
  begin(name: string, traceId: string, kind: SpanKind): Span;
  close(): Promise<void>;
}

export interface TracedWork {
  name: string;
  kind?: 'server' | 'producer' | 'consumer' | 'client';
  /** What it belongs to. Left out: what is being done at the moment, or nothing. */
  correlationId?: string;
  /** Nothing of this correlation id was traced before: the request that came in. */
  isFirst?: boolean;
  attributes?(): Attributes;
}

/** Spans that one batch gets: it may hold the events of a thousand traces. */
const MOST_SPANS_OF_A_BATCH = 16;

const kinds = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
} as const;

let tracing: Tracing | null = null;

/** From here on spans are told to the collector at `endpoint`, until the answer is called. */
export async function startTracing(settings: TracingSettings): Promise<() => Promise<void>> {
  const { openTracing } = await import('./otlp');
  const opened = openTracing(settings);
  useTracing(opened);
  return async () => {
    useTracing(null);
    await opened.close();
  };
}

/** Null: nothing is traced. */
export function useTracing(opened: Tracing | null): void {
  tracing = opened;
}

/** Does `work` in a span. It gets the span, or null where nothing is traced. */
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

/** Has the spans of `work` belong to a trace without making one of its own. */
export function inTrace<T>(correlationId: string, work: () => T): T {
  const found = tracing && contextOf(tracing, correlationId);
  return found ? context.with(found, work) : work();
}

/** Does `work` for many at once: a span in the trace of each that is traced. */
export async function tracedForAll<T>(
  name: string,
  correlationIds: () => Iterable<string>,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return work();
  const { tracer } = tracing;
  const sampled = [...new Set(correlationIds())]
    .filter((id) => isTraced(id))
    .slice(0, MOST_SPANS_OF_A_BATCH)
    .map((id) => tracer.startSpan(name, { kind: SpanKind.CONSUMER }, remoteContext(traceIdOf(id))));
  return ending(sampled, work);
}

/** Whether what belongs to this id is traced. */
export function isTraced(correlationId: string): boolean {
  return tracing?.isSampled(traceIdOf(correlationId)) ?? false;
}

/** Null where nothing is traced: no span is made of its own accord. */
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
      // The kind of error, not what it says: that may quote what somebody wrote.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
    }
    throw error;
  } finally {
    for (const span of spans) span.end();
  }
}
