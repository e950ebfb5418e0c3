import type { RecordedEvent } from '@parley/contracts/events';
import { pause } from '@parley/platform/database/retry';
import { CommonReading } from './common-reading';
import {
  EventStore,
  type EventBatch,
  type ExpectedVersion,
  type NewEvent,
  type Together,
} from './event-store';
import type { LogAudit } from './log-audit';
import { START } from './position';
import { inOrder } from './reading-order';

/** Minimum time in ms between two reads of the newest events, so that more events share a batch. */
const PACE_MS = 30;
/**
 * Longest pause in ms of a reader. A reader pauses for as long as its last batch took, so that more events share the
 * next batch.
 */
const MAX_REST_MS = 150;
/** Number of events that are cached for readers slightly behind the head. */
const KEPT = 2_000;

interface Subscription {
  after?: string;
  prefixes: string[];
  except?: readonly string[];
  signal: AbortSignal;
  batchSize?: number;
  together?: Together;
}

/**
 * Reads and decrypts the newest events of the log once for all subscriptions of a process: there are about ten, and
 * most of them read the same events. Each subscription starts with a reading of its own until it has caught up; so
 * does a subscription that falls behind the cached events. All other calls go directly to the engine.
 */
export class SharedEventStore extends EventStore {
  private tail: Tail | null = null;
  /** The most recent common reading, for readers that start near the same position. */
  private filling: CommonReading | null = null;

  constructor(private readonly store: EventStore) {
    super();
  }

  get engineId(): string {
    return this.store.engineId;
  }

  get audit(): LogAudit {
    return this.store.audit;
  }

  append(
    stream: string,
    events: NewEvent[],
    options: { expected: ExpectedVersion; customerId: string },
  ): Promise<{ version: number; position: string }> {
    return this.store.append(stream, events, options);
  }

  readStream(
    stream: string,
    options: { customerId: string; from?: number; max?: number },
  ): AsyncIterable<RecordedEvent> {
    return this.store.readStream(stream, options);
  }

  override aboutBetween(from: string, to: string): number {
    return this.store.aboutBetween(from, to);
  }

  override movedSince(...args: Parameters<EventStore['movedSince']>): Promise<Set<string>> {
    return this.store.movedSince(...args);
  }

  head(): Promise<string | null> {
    return this.store.head();
  }

  subscribeAll(subscription: Subscription): AsyncIterable<EventBatch> {
    return inOrder(this.follow(subscription), subscription.after);
  }

  private async *follow({
    after = START,
    prefixes,
    except,
    signal,
    batchSize = 1_000,
    together,
  }: Subscription): AsyncIterable<EventBatch> {
    let position = after;
    if (together) {
      const wanted = { after, prefixes, except, patienceMs: together.patienceMs };
      for await (const batch of this.common(after, together.batchSize).follow(wanted, signal)) {
        yield batch;
        position = batch.checkpoint;
        if (batch.caughtUp) break;
      }
    }
    if (signal.aborted) return;
    const tail = await this.join(prefixes);
    try {
      /** Only a read of the log itself can show that the reader is at the head. */
      let isTold = false;
      while (!signal.aborted) {
        if (!isTold || tail.failed || !tail.reachesBackTo(position)) {
          for await (const batch of this.store.subscribeAll({
            after: position,
            prefixes,
            except,
            signal,
            batchSize,
          })) {
            yield batch;
            position = batch.checkpoint;
            isTold ||= batch.caughtUp;
            if (batch.caughtUp && !tail.failed && tail.reachesBackTo(position)) break;
          }
          continue;
        }
        const batch = tail.read(position, prefixes, batchSize);
        if (batch.checkpoint > position) {
          const began = performance.now();
          yield batch;
          position = batch.checkpoint;
          const took = performance.now() - began;
          if (batch.caughtUp && took > PACE_MS) await pause(Math.min(took, MAX_REST_MS), signal);
        } else {
          await tail.moved(signal);
        }
      }
    } finally {
      this.leave(tail);
    }
  }

  private common(after: string, batchSize: number): CommonReading {
    if (!this.filling?.takes(after)) this.filling = new CommonReading(this.store, after, batchSize);
    return this.filling;
  }

  /** Adds streams to the shared reading, and starts it if necessary. */
  private async join(prefixes: string[]): Promise<Tail> {
    this.tail ??= new Tail(this.store);
    const { tail } = this;
    tail.readers++;
    await tail.include(prefixes);
    return tail;
  }

  private leave(tail: Tail): void {
    if (--tail.readers > 0) return;
    tail.stop();
    if (this.tail === tail) this.tail = null;
  }
}

/** The newest events of the log, from one subscription. */
class Tail {
  readers = 0;
  /** Whether the subscription ended with an error. Each reader will then get the error in a reading of its own. */
  failed = false;
  private prefixes: string[] = [];
  private events: RecordedEvent[] = [];
  /** `events` contains all events of the included streams after `from` up to `until`. */
  private from: string | null = null;
  private until = START;
  private isLive = false;
  private pump: { stop: AbortController; ended: Promise<void> } | null = null;
  private changing: Promise<void> = Promise.resolve();
  private readonly sleepers = new Set<() => void>();

  constructor(private readonly store: EventStore) {}

  reachesBackTo(position: string): boolean {
    return this.from !== null && position >= this.from;
  }

  read(after: string, prefixes: string[], limit: number): EventBatch {
    const events: RecordedEvent[] = [];
    for (let index = firstAfter(this.events, after); index < this.events.length; index++) {
      const event = this.events[index]!;
      if (!prefixes.some((prefix) => event.stream.startsWith(prefix))) continue;
      events.push(event);
      if (events.length === limit) return { events, checkpoint: event.position, caughtUp: false };
    }
    return { events, checkpoint: this.until, caughtUp: this.isLive };
  }

  /** Waits until this has read more events, or `signal` aborts. */
  async moved(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const resume = () => {
        signal.removeEventListener('abort', resume);
        this.sleepers.delete(resume);
        resolve();
      };
      signal.addEventListener('abort', resume);
      this.sleepers.add(resume);
    });
  }

  /**
   * Adds prefixes. Additions run one after the other: each continues at the position that the one before has reached.
   */
  include(prefixes: string[]): Promise<void> {
    this.changing = this.changing.then(() => this.widen(prefixes));
    return this.changing;
  }

  stop(): void {
    this.pump?.stop.abort();
    this.wake();
  }

  private async widen(wanted: string[]): Promise<void> {
    const added = wanted.filter((prefix) => !this.prefixes.includes(prefix));
    if (this.failed || (added.length === 0 && this.pump)) return;
    this.pump?.stop.abort();
    await this.pump?.ended;
    try {
      const start = this.from === null ? ((await this.store.head()) ?? START) : this.until;
      this.prefixes.push(...added);
      // The cached events lack those of the new streams.
      this.events = [];
      this.from = this.until = start;
      const stop = new AbortController();
      this.pump = { stop, ended: this.run(stop.signal) };
    } catch {
      this.fail();
    }
  }

  private async run(signal: AbortSignal): Promise<void> {
    try {
      const options = { after: this.until, prefixes: [...this.prefixes], signal };
      for await (const { events, checkpoint, caughtUp } of this.store.subscribeAll(options)) {
        if (signal.aborted) return;
        this.take(events);
        this.until = checkpoint;
        this.isLive = caughtUp;
        this.wake();
        // Waits for more events, since each batch costs every view a transaction.
        if (caughtUp && events.length > 0) await pause(PACE_MS, signal);
      }
      if (!signal.aborted) this.fail();
    } catch {
      this.fail();
    }
  }

  private take(events: RecordedEvent[]): void {
    this.events.push(...events);
    const surplus = this.events.length - KEPT;
    if (surplus <= 0) return;
    this.from = this.events[surplus - 1]!.position;
    this.events.splice(0, surplus);
  }

  private fail(): void {
    this.failed = true;
    this.wake();
  }

  private wake(): void {
    for (const resume of [...this.sleepers]) resume();
  }
}

/** Index of the first event after a position in `events`, which are in log order. */
function firstAfter(events: RecordedEvent[], position: string): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.position <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
