import type { RecordedEvent } from '@parley/contracts/events';
import { pause } from '@parley/platform/database/retry';
import type { EventBatch, EventStore } from './event-store';
import { readAhead } from './read-ahead';

/** Whoever fills from the same place may still join for so long: a first start begins all views within it. */
const GATHER_MS = 750;
/** Batches that are kept for those who are slower than others. */
const WINDOW = 4;
/** Events that lie between those who read together at most: reactions stop a few apart from each other. */
const NEAR = 5_000;

interface Wanted {
  /** Where this reader has been. */
  after: string;
  prefixes: string[];
  /** Facts of these types may be left out. */
  except?: readonly string[];
  /** Milliseconds for which this reader may keep the others waiting with one batch. */
  patienceMs: number;
}

interface Reader extends Omit<Wanted, 'except'> {
  except: ReadonlySet<string>;
  /** The number of the batch that it takes next. */
  next: number;
}

/**
 * One reading of the log's past for all who fill from about the same place: each takes what is of their streams, and new
 * to them, out of every batch, at the pace of the slowest.
 */
export class CommonReading {
  private readonly readers = new Set<Reader>();
  private readonly stop = new AbortController();
  private readonly batches: EventBatch[] = [];
  /** Of all readers, where the one furthest on has been. */
  private furthest: string;
  /** The number of the oldest batch that is kept. */
  private first = 0;
  private hasBegun = false;
  private isOver = false;
  private source: AsyncGenerator<EventBatch, undefined> | null = null;
  private readingOn: Promise<void> | null = null;
  private makeRoom: (() => void) | null = null;
  private readonly gathered: Promise<void>;

  /**
   * @param after where it begins: of all readers, where the one least far on has been
   * @param gatherMs how long others may join before it begins
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

  /** Whether somebody who wants to read from there would miss nothing, and wait for nobody for long. */
  takes(after: string): boolean {
    if (this.hasBegun || this.stop.signal.aborted) return false;
    const [from, to] = [lesser(after, this.after), greater(after, this.furthest)];
    return this.store.aboutBetween(from, to) <= NEAR;
  }

  /** What comes of these streams. Ends where `signal` aborts, and where the reader has to go on by themselves. */
  async *follow(wanted: Wanted, signal: AbortSignal): AsyncIterable<EventBatch> {
    const reader: Reader = { ...wanted, except: new Set(wanted.except), next: 0 };
    this.readers.add(reader);
    this.after = lesser(this.after, reader.after);
    this.furthest = greater(this.furthest, reader.after);
    // Not one promise that all of them race: it would keep every batch for as long as nobody aborts.
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

  /** Null where there will be none for this reader. */
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
      // Each meets the error by themselves.
      this.isOver = true;
    }
  }

  /** Waits until the slowest have taken their batch, or leaves those behind who take too long for the others. */
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

  /** Forgets what everybody has taken. */
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
