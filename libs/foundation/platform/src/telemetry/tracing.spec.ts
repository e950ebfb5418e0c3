import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-node';
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { openTracing } from './otlp';
import { rootSpanIdOf, traceIdOf } from './trace-ids';
import { inTrace, isTraced, traced, tracedForAll, useTracing, type Tracing } from './tracing';

const request = '0b7a1c52-6f0e-4a55-9d0a-7b1f2f0c5a01';
const other = '5d1f9a10-22aa-4c11-8e7d-1f2f0c5a0155';
let exporter: InMemorySpanExporter;
let tracing: Tracing;

beforeEach(() => begin(1));
afterEach(async () => {
  useTracing(null);
  await tracing.close();
});

function begin(ratio: number): void {
  exporter = new InMemorySpanExporter();
  tracing = openTracing({ serviceName: 'parley', roles: ['api'], ratio }, exporter);
  useTracing(tracing);
}

/** @returns the exported spans, each with the id of its parent */
async function told() {
  await (trace.getTracerProvider() as unknown as { getDelegate(): { forceFlush(): Promise<void> } })
    .getDelegate()
    .forceFlush();
  return exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    traceId: span.spanContext().traceId,
    spanId: span.spanContext().spanId,
    parent: span.parentSpanContext?.spanId,
    isFailed: span.status.code === SpanStatusCode.ERROR,
  }));
}

const nothing = () => Promise.resolve();

test('puts a request, its append and the fold in another process into one trace with the id of the request', async () => {
  await traced({ name: 'POST', correlationId: request, isFirst: true }, () =>
    traced({ name: 'append conversation' }, nothing),
  );
  await tracedForAll('project inbox', () => [request, request], nothing);
  const spans = await told();
  const traceId = request.replaceAll('-', '');
  const [append, post, project] = spans;
  expect(spans.map(({ name }) => name)).toEqual(['append conversation', 'POST', 'project inbox']);
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(post).toMatchObject({ spanId: traceId.slice(16), parent: undefined });
  expect(append?.parent).toBe(post?.spanId);
  expect(project?.parent).toBe(post?.spanId);
});

test('attributes work for another trace to that trace', async () => {
  await traced({ name: 'one', correlationId: request, isFirst: true }, () =>
    inTrace(other, () => traced({ name: 'two' }, nothing)),
  );
  const [two] = await told();
  expect(two).toMatchObject({
    name: 'two',
    traceId: traceIdOf(other),
    parent: rootSpanIdOf(traceIdOf(other)),
  });
});

test('begins no trace without a correlation id', async () => {
  await traced({ name: 'append message' }, nothing);
  expect(await told()).toEqual([]);
});

test('marks a failed span, rethrows the error and does not export its message', async () => {
  const failing = () => Promise.reject(new RangeError('Ana writes from +34612345678'));
  await expect(traced({ name: 'send', correlationId: request }, failing)).rejects.toThrow(RangeError);
  expect(await told()).toMatchObject([{ name: 'send', isFailed: true }]);
  expect(
    JSON.stringify(exporter.getFinishedSpans().map(({ status, events }) => [status, events])),
  ).not.toContain('Ana');
});

test('exports a few spans for a batch of a thousand traces', async () => {
  const ids = Array.from({ length: 1000 }, (_, nth) => `request-${nth}`);
  await tracedForAll('project inbox', () => ids, nothing);
  expect(await told()).toHaveLength(16);
});

test('samples a trace by its id, equally in every process', async () => {
  const ids = Array.from({ length: 400 }, (_, nth) => `request-${nth}`);
  await tracing.close();
  begin(0.25);
  const first = ids.filter(isTraced);
  await tracing.close();
  begin(0.25);
  expect(ids.filter(isTraced)).toEqual(first);
  expect(first.length).toBeGreaterThan(60);
  expect(first.length).toBeLessThan(140);
});

test('runs work without a span while tracing is off', async () => {
  useTracing(null);
  expect(
    await traced({ name: 'POST', correlationId: request, isFirst: true }, (span) => Promise.resolve(span)),
  ).toBeNull();
  expect(isTraced(request)).toBe(false);
});

test.each([
  ['a UUID', request, '0b7a1c526f0e4a559d0a7b1f2f0c5a01'],
  ['32 hexadecimal digits', 'ABCDEF00112233445566778899aabbcc', 'abcdef00112233445566778899aabbcc'],
])('derives the trace id from %s', (_, correlationId, traceId) =>
  expect(traceIdOf(correlationId)).toBe(traceId),
);

test.each(['x-1', '0'.repeat(32), `${'a'.repeat(16)}${'0'.repeat(16)}`])(
  'derives a valid trace id from %s',
  (correlationId) => expect(traceIdOf(correlationId)).toMatch(/^(?!0{32})(?!.{16}0{16})[0-9a-f]{32}$/),
);
