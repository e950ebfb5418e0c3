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

/** The live end is read again after so long at the earliest: what is appended meanwhile comes as one batch. */
const PACE_MS = 30;
/** Whoever took longer than that with what came rests as long as that took, so that more comes at once; at most so long. */
const LONGEST_REST_MS = 150;
/** Events that are kept for readers that are not quite at the head. */
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
 * Reads the live end of the log once for all subscriptions of a process, and opens it once: there are about ten, and
 * each would ask for the same events. Everybody begins by themselves, and so does whoever falls behind what is kept,
 * until they have caught up. Everything else goes straight through.
 */
export class SharedEventStore extends EventStore {
  private tail: Tail | null = null;
  /** Those who fill from about the same place, of those who began last. */
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
      /** Only the log itself can say that there is nothing to catch up with. */
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
          if (batch.caughtUp && took > PACE_MS) await pause(Math.min(took, LONGEST_REST_MS), signal);
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

  /** What this process reads of the log from now on holds these streams too. */
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

/** The newest events of the log, as one subscription brings them. */
class Tail {
  readers = 0;
  /** Its subscription has ended with an error: readers meet it by themselves. */
  failed = false;
  private prefixes: string[] = [];
  private events: RecordedEvent[] = [];
  /** Everything after `from` up to `until` is there, of the streams that are included. */
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

  /** Waits until it has read on. */
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

  /** One after the other: each change of what is read begins where the one before has come to. */
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
      // What was read so far lacks the streams that are new.
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
        // At a steady stream of appends, each batch costs every view a transaction.
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

/** Where in `events`, which are in log order, those after a position begin. */
function firstAfter(events: RecordedEvent[], position: string): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.position <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
