import type { EventMetadata, Fact, RecordedEvent } from '@parley/contracts/events';
import type { LogAudit } from './log-audit';

/** A fact about to be appended. The id makes a retry of the same append harmless. */
export interface NewEvent<E extends Fact = Fact> extends EventMetadata {
  id: string;
  type: E['type'];
  schemaVersion: number;
  data: E['data'];
}

/** Streams that are read side by side. */
const LANES = 32;

/** What an append expects of its stream: the version of its last event, that it has none, or nothing. */
export type ExpectedVersion = number | 'no-stream' | 'any';

export class WrongExpectedVersion extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedVersion,
    /** The stream's last version, or null where it has none (or belongs to another customer). */
    readonly actual: number | null,
  ) {
    super(`${stream}: expected version ${expected}, found ${actual ?? 'no stream'}`);
  }
}

/** An append whose events come to 1 MiB or more: files go by reference. */
export class AppendTooLarge extends Error {}

/** The store or the checkpoint belongs to another log: going on would skip or repeat events. */
export class ForeignLog extends Error {}

/** How somebody shares a reading with others, until they are at the head. */
export interface Together {
  /** Events that a batch holds at most meanwhile. */
  batchSize: number;
  /** Milliseconds for which they may keep the others waiting with one batch; then they read on by themselves. */
  patienceMs: number;
}

export interface EventBatch {
  events: RecordedEvent[];
  /** Everything up to here has been read, including what the filter left out. */
  checkpoint: string;
  caughtUp: boolean;
}

/**
 * The log of everything that happened. Order within a stream and over all streams is fixed once read; ids of
 * positions are text whose order (collate "C") is log order.
 */
export abstract class EventStore {
  /** Names this log; positions of another one mean nothing here. */
  abstract readonly engineId: string;
  /** Counts events without a subscription. */
  abstract readonly audit: LogAudit;

  /**
   * Appends all or none. `events` is not empty; all belong to `customerId`.
   * @returns the stream's last version and the position of the last event.
   * @throws WrongExpectedVersion unless these very event ids already stand at that place, which is success.
   * @throws AppendTooLarge
   * @throws Rejected `not_storable` for what no view could store, whatever the engine itself would take
   */
  abstract append(
    stream: string,
    events: NewEvent[],
    options: { expected: ExpectedVersion; customerId: string },
  ): Promise<{ version: number; position: string }>;

  /** The events of a stream from a version on, in order. Another customer's stream is as one that is missing. */
  abstract readStream(
    stream: string,
    options: { customerId: string; from?: number; max?: number },
  ): AsyncIterable<RecordedEvent>;

  /**
   * Every event after a position whose stream name starts with one of `prefixes`, in log order, then live ones as
   * they are appended. Positions rise: each event lies after the checkpoint of the batch before and at or before its own
   * batch's, so a reader folds every event that it receives. A batch may be empty: its checkpoint still counts. An event that cannot be read comes with its
   * `fault`: one organisation's event holds up nobody else's. Ends when `signal` aborts.
   */
  abstract subscribeAll(options: {
    after?: string;
    prefixes: string[];
    /** Facts of these types may be left out. */
    except?: readonly string[];
    signal: AbortSignal;
    /** Events a batch holds at most; 1,000 if left out. */
    batchSize?: number;
    /** Whoever fills from there may share the reading with others who do, and waits a moment for them. */
    together?: Together;
  }): AsyncIterable<EventBatch>;

  /**
   * Which of these streams of an organisation have an event after a position. An engine that can ask for all at once
   * does; others read each.
   */
  async movedSince(
    streams: string[],
    { customerId, after }: { customerId: string; after: string },
  ): Promise<Set<string>> {
    const moved = new Set<string>();
    const hasMoved = async (stream: string) => {
      for await (const { position } of this.readStream(stream, { customerId })) {
        if (position > after) return void moved.add(stream);
      }
    };
    for (let start = 0; start < streams.length; start += LANES) {
      await Promise.all(streams.slice(start, start + LANES).map(hasMoved));
    }
    return moved;
  }

  /** About how many events lie between two positions. Here positions count events. */
  aboutBetween(from: string, to: string): number {
    return Math.max(Number(BigInt(to) - BigInt(from)), 0);
  }

  /** The position of the newest event that is safe to read; null while the log is empty. */
  abstract head(): Promise<string | null>;
}
