import { randomUUID } from 'node:crypto';
import type { Journal } from './journal';

/** A stored event. */
export interface LogRecord {
  /** Position of the record's first byte in the log, as on a real server. */
  position: bigint;
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export type Proposed = Omit<LogRecord, 'position' | 'stream' | 'revision'>;
export type Expectation = bigint | 'no-stream' | 'any' | 'stream-exists';

export type AppendOutcome =
  | { kind: 'stored'; revision: bigint; position: bigint }
  | { kind: 'conflict'; current: bigint | null }
  | { kind: 'deleted' };

interface StreamState {
  /** Records of the stream, lowest revision first. */
  records: LogRecord[];
  last: bigint;
  /** Revision before which readers see no events. */
  truncateBefore: bigint;
  maxCount: bigint | null;
  tombstoned: boolean;
}

const TOMBSTONE = '$streamDeleted';
const SYSTEM_EVENT = { contentType: 'application/json', metadata: new Uint8Array() };
/** Value of `$tb` (truncate before) for a stream that is deleted, but not tombstoned. */
const EVERYTHING = 9_223_372_036_854_775_807n;

/** The log of the fake EventStoreDB, and its streams with EventStoreDB's rules for versions and deletion. */
export class LogDouble {
  private records: LogRecord[] = [];
  /** Position of the log's end. A real log begins with records of the server, so no event has position 0. */
  private end = 1_000n;
  private readonly streams = new Map<string, StreamState>();
  private readonly waiting = new Set<() => void>();

  /**
   * @param journal file that stores the log, and from which the log of an earlier process is restored; null for
   * none
   */
  constructor(private readonly journal: Journal | null = null) {
    for (const { stream, event } of journal?.entries ?? []) this.take(stream, event);
  }

  append(stream: string, events: Proposed[], expected: Expectation): AppendOutcome {
    const state = this.streams.get(stream);
    if (state?.tombstoned) return { kind: 'deleted' };
    if (!this.fits(state, expected)) {
      const repeated = this.repeated(stream, events, expected);
      return repeated ?? { kind: 'conflict', current: state?.last ?? null };
    }
    for (const event of events) this.write(stream, event);
    return {
      kind: 'stored',
      revision: this.stateOf(stream).last,
      position: this.records.at(-1)?.position ?? 0n,
    };
  }

  /** Hides the stream's events. A later append continues with the next revision. */
  delete(stream: string): void {
    this.stateOf(stream);
    this.append(metastream(stream), [metadataEvent({ $tb: Number(EVERYTHING) })], 'any');
  }

  /** Deletes the stream permanently. */
  tombstone(stream: string): void {
    const event = { ...SYSTEM_EVENT, id: randomUUID(), type: TOMBSTONE, data: new Uint8Array() };
    this.write(stream, event);
  }

  /** Writes a system event, as a server does from time to time. */
  writeStatistics(): void {
    const event = { ...SYSTEM_EVENT, id: randomUUID(), type: '$statsCollected', data: Buffer.from('{}') };
    this.write('$stats-127.0.0.1:2113', event);
  }

  isTombstoned(stream: string): boolean {
    return this.streams.get(stream)?.tombstoned ?? false;
  }

  /** Removes records that are not visible in any stream, as administrators do from time to time. */
  scavenge(): void {
    this.records = this.records.filter((record) => this.isShown(record));
    for (const state of this.streams.values()) {
      state.records = state.records.filter((record) => this.isShown(record));
    }
  }

  /** @returns the visible events of a stream; null if it does not exist or is deleted */
  read(stream: string): LogRecord[] | null {
    const state = this.streams.get(stream);
    if (!state || this.isDeleted(state)) return null;
    return state.records.filter((record) => this.isShown(record));
  }

  /** @returns the log from a position on, inclusive */
  readAll(from = 0n): LogRecord[] {
    let [low, high] = [0, this.records.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.records[middle]?.position ?? 0n) < from) low = middle + 1;
      else high = middle;
    }
    return this.records.slice(low);
  }

  /** Resolves with the next append. */
  grown(): Promise<void> {
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  private fits(state: StreamState | undefined, expected: Expectation): boolean {
    if (expected === 'any') return true;
    if (expected === 'no-stream') return !state || this.isDeleted(state);
    if (expected === 'stream-exists') return state !== undefined;
    return state?.last === expected;
  }

  /**
   * If the events of an append are already stored at their place, returns the result of a stored append. The protocol
   * does not define the position in that response. Here it is that of the first event, so that tests fail if a reader
   * relies on it.
   */
  private repeated(stream: string, events: Proposed[], expected: Expectation): AppendOutcome | null {
    if (typeof expected === 'string' && expected !== 'no-stream') return null;
    const first = expected === 'no-stream' ? 0n : expected + 1n;
    const there = this.stateOf(stream).records.filter(({ revision }) => revision >= first);
    if (there.length < events.length || events.some(({ id }, index) => there[index]?.id !== id)) return null;
    const [record] = there;
    if (!record) return null;
    return { kind: 'stored', revision: first + BigInt(events.length) - 1n, position: record.position };
  }

  private write(stream: string, event: Proposed): void {
    this.journal?.add({ stream, event });
    this.take(stream, event);
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  private take(stream: string, event: Proposed): void {
    const state = this.stateOf(stream);
    if (this.isDeleted(state)) state.truncateBefore = state.last + 1n;
    if (event.type === TOMBSTONE) state.tombstoned = true;
    state.last += 1n;
    const record = { ...event, stream, revision: state.last, position: this.end };
    this.records.push(record);
    state.records.push(record);
    this.end += BigInt(event.data.length + event.metadata.length + 100);
    if (stream.startsWith('$$') && event.type === '$metadata')
      this.applyMetadata(stream.slice(2), event.data);
  }

  private applyMetadata(stream: string, data: Uint8Array): void {
    const { $tb, $maxCount } = JSON.parse(Buffer.from(data).toString()) as {
      $tb?: number;
      $maxCount?: number;
    };
    const state = this.stateOf(stream);
    if ($tb !== undefined) state.truncateBefore = $tb >= Number(EVERYTHING) ? EVERYTHING : BigInt($tb);
    state.maxCount = $maxCount === undefined ? null : BigInt($maxCount);
  }

  private stateOf(stream: string): StreamState {
    let state = this.streams.get(stream);
    if (!state) {
      state = { records: [], last: -1n, truncateBefore: 0n, maxCount: null, tombstoned: false };
      this.streams.set(stream, state);
    }
    return state;
  }

  private isDeleted({ truncateBefore }: StreamState): boolean {
    return truncateBefore === EVERYTHING;
  }

  private isShown({ stream, revision }: LogRecord): boolean {
    const { last, truncateBefore, maxCount, tombstoned } = this.stateOf(stream);
    return !tombstoned && revision >= truncateBefore && (maxCount === null || revision > last - maxCount);
  }
}

function metastream(stream: string): string {
  return `$$${stream}`;
}

function metadataEvent(metadata: object): Proposed {
  const data = Buffer.from(JSON.stringify(metadata));
  return { ...SYSTEM_EVENT, id: randomUUID(), type: '$metadata', data };
}
