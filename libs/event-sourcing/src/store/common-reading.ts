import type { RecordedEvent } from '@parley/contracts/events';
import { pause } from '@parley/platform/database/retry';
import type { EventBatch, EventStore } from './event-store';

/** Whoever fills from the same place may still join for so long: a first start begins all views within it. */
const GATHER_MS = 750;
/** Batches that are kept for those who are slower than others. */
const WINDOW = 4;
/** Who keeps all others waiting for so long reads by themselves from there on. */
const PATIENCE_MS = 10_000;

/** Who begins a little further on may join as well: reactions stop a few events apart from each other. */
const NEAR = 5_000;

interface Wanted {
  /** Where this reader has been. */
  after: string;
  prefixes: string[];
  /** Facts of these types may be left out. */
  except?: readonly string[];
}

interface Reader {
  after: string;
  prefixes: string[];
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
  /** The number of the oldest batch that is kept. */
  private first = 0;
  private hasBegun = false;
  private isOver = false;
  private source: AsyncIterator<EventBatch> | null = null;
  private readingOn: Promise<void> | null = null;
  private makeRoom: (() => void) | null = null;
  private readonly gathered: Promise<void>;

  /**
   * @param pace how long others may join before it begins, and how long somebody may keep the others waiting
   */
  constructor(
    private readonly store: EventStore,
    private after: string,
    private readonly batchSize: number,
    private readonly pace = { gatherMs: GATHER_MS, patienceMs: PATIENCE_MS },
  ) {
    this.gathered = pause(pace.gatherMs, this.stop.signal).then(() => void (this.hasBegun = true));
  }

  /** Whether somebody who wants to read from there would miss nothing, and keep nobody waiting for long. */
  takes(after: string): boolean {
    if (this.hasBegun || this.stop.signal.aborted) return false;
    const [from, to] = after < this.after ? [after, this.after] : [this.after, after];
    return this.store.aboutBetween(from, to) <= NEAR;
  }

  /** What comes of these streams. Ends where `signal` aborts, and where the reader has to go on by themselves. */
  async *follow(wanted: Wanted, signal: AbortSignal): AsyncIterable<EventBatch> {
    const { after, prefixes, except } = wanted;
    const reader: Reader = { after, prefixes, except: new Set(except), next: 0 };
    this.readers.add(reader);
    if (reader.after < this.after) this.after = reader.after;
    const aborted = new Promise<null>((resolve) =>
      signal.addEventListener('abort', () => resolve(null), { once: true }),
    );
    try {
      await Promise.race([this.gathered, aborted]);
      while (!signal.aborted) {
        const batch = await Promise.race([this.batchFor(reader), aborted]);
        if (batch === null) return;
        if (batch.checkpoint > reader.after) {
          yield { ...batch, events: batch.events.filter((event) => isFor(reader, event)) };
        }
        reader.next++;
        this.drop();
      }
    } finally {
      this.readers.delete(reader);
      if (this.readers.size === 0) this.stop.abort();
      this.drop();
    }
  }

  /** Null where there will be none for this reader. */
  private async batchFor(reader: Reader): Promise<EventBatch | null> {
    for (;;) {
      if (reader.next < this.first) return null;
      const batch = this.batches[reader.next - this.first];
      if (batch) return batch;
      if (this.isOver) return null;
      this.readingOn ??= this.readOn().finally(() => (this.readingOn = null));
      await this.readingOn;
    }
  }

  private async readOn(): Promise<void> {
    while (this.batches.length >= WINDOW && !this.stop.signal.aborted) {
      const room = new Promise<true>((resolve) => (this.makeRoom = () => resolve(true)));
      const late = new AbortController();
      const isMade = await Promise.race([room, pause(this.pace.patienceMs, late.signal).then(() => false)]);
      late.abort();
      if (!isMade) this.forgetOldest();
    }
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

  private open(): AsyncIterator<EventBatch> {
    const readers = [...this.readers];
    const prefixes = [...new Set(readers.flatMap((reader) => reader.prefixes))];
    const [first, ...others] = readers.map((reader) => reader.except);
    const unwanted = [...(first ?? [])].filter((type) => others.every((types) => types.has(type)));
    const except = unwanted.length > 0 ? unwanted : undefined;
    const { after, batchSize, stop } = this;
    return this.store
      .subscribeAll({ after, prefixes, except, signal: stop.signal, batchSize })
      [Symbol.asyncIterator]();
  }

  /** Forgets what everybody has taken. */
  private drop(): void {
    const slowest = Math.min(...[...this.readers].map(({ next }) => next));
    while (this.batches.length > 0 && this.first < slowest) this.forgetOldest();
    this.makeRoom?.();
  }

  private forgetOldest(): void {
    this.batches.shift();
    this.first++;
  }
}

function isFor({ after, prefixes, except }: Reader, { position, stream, type }: RecordedEvent): boolean {
  return !except.has(type) && position > after && prefixes.some((prefix) => stream.startsWith(prefix));
}
