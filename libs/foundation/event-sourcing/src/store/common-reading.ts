import type { RecordedEvent } from '@parley/contracts/events';
import { pause } from '@parley/platform/database/retry';
import type { EventBatch, EventStore } from './event-store';
import { readAhead } from './read-ahead';

/** Time in ms for which other readers may join. On the first start, all views begin within this time. */
const GATHER_MS = 750;
/** Maximum number of batches that are kept for slower readers. */
const WINDOW = 4;
/**
 * Maximum number of events between the starts of readers that read together. Reactions that stopped at the same time
 * are a few events apart.
 */
const NEAR = 5_000;

interface Wanted {
  /** The position up to which this reader has read. */
  after: string;
  prefixes: string[];
  /** Types of events that may be omitted. */
  except?: readonly string[];
  /** Time in ms for which this reader may keep the others waiting with one batch. */
  patienceMs: number;
}

interface Reader extends Omit<Wanted, 'except'> {
  except: ReadonlySet<string>;
  /** Number of the batch that the reader takes next. */
  next: number;
}

/**
 * One reading of past events for all readers that start near the same position. From every batch, each reader takes
 * the events of its own streams that are new to it; the slowest reader sets the pace.
 */
export class CommonReading {
  private readonly readers = new Set<Reader>();
  private readonly stop = new AbortController();
  private readonly batches: EventBatch[] = [];
  /** The latest start position of any reader. */
  private furthest: string;
  /** Number of the oldest batch that is kept. */
  private first = 0;
  private hasBegun = false;
  private isOver = false;
  private source: AsyncGenerator<EventBatch, undefined> | null = null;
  private readingOn: Promise<void> | null = null;
  private makeRoom: (() => void) | null = null;
  private readonly gathered: Promise<void>;

  /**
   * @param after start of the reading: the earliest start position of any reader
   * @param gatherMs time in ms for which other readers may join before the reading begins
   */
  constructor(
    private readonly store: EventStore,
    private after: string,
    private readonly batchSize: number,
    gatherMs = GATHER_MS,
  ) {
    this.furthest = after;
    this.gathered = pause(gatherMs, this.stop.signal).then(() => void (this.hasBegun = true));
  }

  /**
   * Whether a reader that starts at this position can join: the reading has not begun yet, and the other readers
   * start near it.
   */
  takes(after: string): boolean {
    if (this.hasBegun || this.stop.signal.aborted) return false;
    const [from, to] = [lesser(after, this.after), greater(after, this.furthest)];
    return this.store.aboutBetween(from, to) <= NEAR;
  }

  /**
   * Yields batches with the events of the wanted streams. Ends if `signal` aborts, or if the reading continues
   * without this reader, which then has to continue by itself.
   */
  async *follow(wanted: Wanted, signal: AbortSignal): AsyncIterable<EventBatch> {
    const reader: Reader = { ...wanted, except: new Set(wanted.except), next: 0 };
    this.readers.add(reader);
    this.after = lesser(this.after, reader.after);
    this.furthest = greater(this.furthest, reader.after);
    // Waiting for one long-lived promise with `Promise.race` in every round would keep all batches in memory until
    // the signal aborts.
    let giveUp: (() => void) | null = null;
    const onAbort = () => giveUp?.();
    signal.addEventListener('abort', onAbort);
    const unlessAborted = <T>(waiting: Promise<T>) =>
      new Promise<T | null>((resolve, reject) => {
        giveUp = () => resolve(null);
        waiting.then(resolve, reject);
      });
    try {
      if (!signal.aborted) await unlessAborted(this.gathered);
      while (!signal.aborted) {
        const batch = await unlessAborted(this.batchFor(reader));
        if (batch === null) return;
        if (batch.checkpoint > reader.after) {
          yield { ...batch, events: batch.events.filter((event) => isFor(reader, event)) };
        }
        reader.next++;
        this.drop();
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.readers.delete(reader);
      if (this.readers.size === 0) this.stop.abort();
      this.drop();
    }
  }

  /** The reader's next batch; null if there will be no further batch. */
  private async batchFor(reader: Reader): Promise<EventBatch | null> {
    while (this.readers.has(reader)) {
      const batch = this.batches[reader.next - this.first];
      if (batch) return batch;
      if (this.isOver) return null;
      this.readingOn ??= this.readOn().finally(() => (this.readingOn = null));
      await this.readingOn;
    }
    return null;
  }

  private async readOn(): Promise<void> {
    while (this.batches.length >= WINDOW && !this.stop.signal.aborted) await this.roomOrPatience();
    try {
      this.source ??= this.open();
      const read = await this.source.next();
      if (read.done) this.isOver = true;
      else this.batches.push(read.value);
    } catch {
      // Each reader will get the error when it continues by itself.
      this.isOver = true;
    }
  }

  /** Waits until the slowest readers have taken their batch; continues without them if they take too long. */
  private async roomOrPatience(): Promise<void> {
    const slowest = [...this.readers].filter(({ next }) => next === this.first);
    const patienceMs = Math.min(...slowest.map((reader) => reader.patienceMs));
    const room = new Promise<true>((resolve) => (this.makeRoom = () => resolve(true)));
    const late = new AbortController();
    const isMade = await Promise.race([room, pause(patienceMs, late.signal).then(() => false)]);
    late.abort();
    if (isMade) return;
    for (const reader of slowest) {
      const isLate = reader.next === this.first && reader.patienceMs <= patienceMs;
      if (isLate && this.readers.size > 1) this.readers.delete(reader);
    }
    this.drop();
  }

  private open(): AsyncGenerator<EventBatch, undefined> {
    const readers = [...this.readers];
    const prefixes = [...new Set(readers.flatMap((reader) => reader.prefixes))];
    const [first, ...others] = readers.map((reader) => reader.except);
    const unwanted = [...(first ?? [])].filter((type) => others.every((types) => types.has(type)));
    const except = unwanted.length > 0 ? unwanted : undefined;
    const { after, batchSize, stop } = this;
    const options = { after, prefixes, except, batchSize };
    return readAhead((signal) => this.store.subscribeAll({ ...options, signal }), stop.signal);
  }

  /** Drops the batches that every reader has taken. */
  private drop(): void {
    const slowest = Math.min(...[...this.readers].map(({ next }) => next));
    while (this.batches.length > 0 && this.first < slowest) {
      this.batches.shift();
      this.first++;
    }
    if (this.batches.length < WINDOW) this.makeRoom?.();
  }
}

const lesser = (a: string, b: string) => (a < b ? a : b);
const greater = (a: string, b: string) => (a > b ? a : b);

function isFor({ after, prefixes, except }: Reader, { position, stream, type }: RecordedEvent): boolean {
  return !except.has(type) && position > after && prefixes.some((prefix) => stream.startsWith(prefix));
}
