import type { EventMetadata, Fact, RecordedEvent } from '@parley/contracts/events';
import type { LogAudit } from './log-audit';

/** An event before it is appended. Its id makes a repeated append a no-op. */
export interface NewEvent<E extends Fact = Fact> extends EventMetadata {
  id: string;
  type: E['type'];
  schemaVersion: number;
  data: E['data'];
}

/** Number of streams that are read in parallel. */
const LANES = 32;

/**
 * The state that an append requires of its stream: the version of its last event, `no-stream` for a stream without
 * events, or `any`.
 */
export type ExpectedVersion = number | 'no-stream' | 'any';

export class WrongExpectedVersion extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedVersion,
    /** The stream's last version; null if it has no events or belongs to another customer. */
    readonly actual: number | null,
  ) {
    super(`${stream}: expected version ${expected}, found ${actual ?? 'no stream'}`);
  }
}

/**
 * Thrown if the events of an append have 1 MiB or more in total; files have to be stored elsewhere and referenced.
 */
export class AppendTooLarge extends Error {}

/** Thrown if store and checkpoint belong to different logs: continuing would skip or repeat events. */
export class ForeignLog extends Error {}

/** Options of a reader that shares its reading with other readers until it reaches the head. */
export interface Together {
  /** Maximum number of events of a batch during the shared reading. */
  batchSize: number;
  /** Time in ms for which the reader may keep others waiting with one batch; afterwards it continues by itself. */
  patienceMs: number;
}

export interface EventBatch {
  events: RecordedEvent[];
  /** All events up to this position have been read, including events that do not match the filter. */
  checkpoint: string;
  caughtUp: boolean;
}

/**
 * The event log. Once read, the order within a stream and across all streams never changes. Positions are text whose
 * order (collate "C") is the log's order.
 */
export abstract class EventStore {
  /** Id of this log; positions of another log are meaningless here. */
  abstract readonly engineId: string;
  /** Counts events without using a subscription, to check subscriptions. */
  abstract readonly audit: LogAudit;

  /**
   * Appends all events or none. `events` is not empty, and all belong to `customerId`.
   * @returns the stream's last version and the position of the last event
   * @throws WrongExpectedVersion if the stream is in another state than expected; if it already contains these very
   * events, the append succeeds instead
   * @throws AppendTooLarge if the events are too large
   * @throws Rejected `not_storable` if no view could store the data, even if the engine could
   */
  abstract append(
    stream: string,
    events: NewEvent[],
    options: { expected: ExpectedVersion; customerId: string },
  ): Promise<{ version: number; position: string }>;

  /** Yields the events of a stream from a version on, in order. Another customer's stream is treated as missing. */
  abstract readStream(
    stream: string,
    options: { customerId: string; from?: number; max?: number },
  ): AsyncIterable<RecordedEvent>;

  /**
   * Yields every event after a position whose stream name starts with one of `prefixes`, in log order, then live ones
   * as they are appended. Positions rise: each event lies after the checkpoint of the previous batch, and at or
   * before the checkpoint of its own batch, so that a reader never skips an event that it receives. A batch may be
   * empty, but its checkpoint is valid. An unreadable event has a `fault`, so that it does not hold up the events of
   * other organisations. Ends when `signal` aborts.
   */
  abstract subscribeAll(options: {
    after?: string;
    prefixes: string[];
    /** Types of events that may be omitted. */
    except?: readonly string[];
    signal: AbortSignal;
    /** Maximum number of events of a batch; 1,000 by default. */
    batchSize?: number;
    /** Permits sharing the reading with other readers that start nearby, after a short wait for them. */
    together?: Together;
  }): AsyncIterable<EventBatch>;

  /**
   * Returns those of an organisation's streams that have an event after a position. By default reads each stream;
   * engines that can do it in one query override this.
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

  /** Approximate number of events between two positions. By default, the difference of the positions. */
  aboutBetween(from: string, to: string): number {
    return Math.max(Number(BigInt(to) - BigInt(from)), 0);
  }

  /** The position of the newest event that is safe to read; null if the log is empty. */
  abstract head(): Promise<string | null>;
}
