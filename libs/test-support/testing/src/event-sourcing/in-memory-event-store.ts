import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@parley/contracts/events';
import {
  AppendTooLarge,
  EventStore,
  WrongExpectedVersion,
  type EventBatch,
  type ExpectedVersion,
  type NewEvent,
} from '@parley/event-sourcing/store/event-store';
import type { LogAudit, Span } from '@parley/event-sourcing/store/log-audit';
import { requireStorable } from '@parley/event-sourcing/store/storable';
import { CategoryTallies } from '@parley/event-sourcing/store/tally';

const START = toPosition(0);

/** Event store for unit tests, in memory, with the behaviour of the real ones. */
export class InMemoryEventStore extends EventStore {
  readonly engineId = randomUUID();
  readonly audit: LogAudit = {
    tally: async (span, signal) => {
      await Promise.resolve();
      signal?.throwIfAborted();
      const tallies = new CategoryTallies();
      for (const { stream, position } of this.within(span)) tallies.count(stream, position);
      return tallies;
    },
    positions: (span, { prefixes, max }) => {
      const found = this.within(span).filter(({ stream }) =>
        prefixes.some((prefix) => stream.startsWith(prefix)),
      );
      return Promise.resolve(found.slice(0, max).map(({ position }) => position));
    },
  };
  private readonly log: RecordedEvent[] = [];
  private readonly streams = new Map<string, RecordedEvent[]>();
  private readonly waiting = new Set<() => void>();

  /** Everything appended so far, in log order. */
  get events(): readonly RecordedEvent[] {
    return this.log;
  }

  async append(
    stream: string,
    events: NewEvent[],
    { expected, customerId }: { expected: ExpectedVersion; customerId: string },
  ): Promise<{ version: number; position: string }> {
    await Promise.resolve();
    if (events.length === 0) throw new Error(`An append to ${stream} without events.`);
    requireStorable(stream, events);
    const stored = JSON.stringify(events);
    if (Buffer.byteLength(stored) >= 1024 * 1024) throw new AppendTooLarge(stream);
    const before = this.streams.get(stream) ?? [];
    this.streams.set(stream, before);
    const last = before.at(-1);
    if (last && last.customerId !== customerId) throw new WrongExpectedVersion(stream, expected, null);
    const repeated = repetition(before, events, expected);
    if (repeated) return repeated;
    const actual = last?.version ?? null;
    if (expected !== 'any' && expected !== (actual ?? 'no-stream')) {
      throw new WrongExpectedVersion(stream, expected, actual);
    }
    let version = actual ?? -1;
    for (const event of JSON.parse(stored) as NewEvent[]) {
      const position = toPosition(this.log.length + 1);
      const recorded = { ...event, customerId, stream, version: ++version, position };
      this.log.push(recorded);
      before.push(recorded);
    }
    for (const wake of this.waiting) wake();
    return { version, position: toPosition(this.log.length) };
  }

  async *readStream(
    stream: string,
    { customerId, from = 0, max = Infinity }: { customerId: string; from?: number; max?: number },
  ): AsyncIterable<RecordedEvent> {
    await Promise.resolve();
    const events = (this.streams.get(stream) ?? []).filter((event) => event.customerId === customerId);
    yield* events.slice(from, from + max);
  }

  async *subscribeAll({
    after = START,
    prefixes,
    signal,
    batchSize = 1_000,
  }: {
    after?: string;
    prefixes: string[];
    signal: AbortSignal;
    batchSize?: number;
  }): AsyncIterable<EventBatch> {
    let position = Number(after);
    let first = true;
    while (!signal.aborted) {
      if (position >= this.log.length && !first) {
        await this.woken(signal);
        continue;
      }
      first = false;
      const events: RecordedEvent[] = [];
      while (position < this.log.length && events.length < batchSize) {
        const event = this.log[position++];
        if (event && prefixes.some((prefix) => event.stream.startsWith(prefix))) events.push(event);
      }
      yield { events, checkpoint: toPosition(position), caughtUp: position === this.log.length };
    }
  }

  head(): Promise<string | null> {
    return Promise.resolve(this.log.length === 0 ? null : toPosition(this.log.length));
  }

  private within({ after, upTo }: Span): RecordedEvent[] {
    return this.log.slice(Number(after), Number(upTo));
  }

  private async woken(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

/** @returns the result of an earlier append of the same events; null if there was none */
function repetition(before: RecordedEvent[], events: NewEvent[], expected: ExpectedVersion) {
  const first =
    expected === 'any'
      ? before.findIndex(({ id }) => id === events[0]?.id)
      : expected === 'no-stream'
        ? 0
        : expected + 1;
  const last = before[first + events.length - 1];
  if (first < 0 || !last || !events.every(({ id }, index) => before[first + index]?.id === id)) return null;
  return { version: last.version, position: last.position };
}

function toPosition(count: number): string {
  return String(count).padStart(20, '0');
}
