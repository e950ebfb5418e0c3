import { setMaxListeners } from 'node:events';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  NO_STREAM,
  START as LOG_START,
  streamNameFilter,
  StreamDeletedError,
  StreamNotFoundError,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type Position,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { START, toPosition } from '../position';
import { ConnectionClosed, Patience } from './away';
import { checkConnectionString } from './connection-string';
import { receive, Received, type Source } from './received';
import { SharedCall, type Placed } from './shared-call';
import { positionOf, type Stored } from './stored-event';

/** Maximum number of records that the server filters before it reports a checkpoint. */
const SEARCH_WINDOW = 500;

/**
 * Time in ms without a response after which the shared call counts as broken. Each of its appends is then looked up
 * and retried in a call of its own.
 */
const SHARED_ANSWER_MS = 2_000;

/**
 * Highest position. The protocol sends positions as unsigned numbers, so a larger number is really a negative one: -1
 * is before the start.
 */
const MAX_POSITION = 2n ** 63n - 1n;

/** Version and position of the last event of an append. */
export interface Appended {
  version: number;
  position: string;
}

export interface ConnectionOptions {
  /** Time in ms for which the server may send nothing while a call awaits a response. */
  answerMs: number;
  /** Time in ms for which a read or an append is retried while the server is unreachable. */
  patienceMs: number;
}

/** Items of a subscription, in the order in which the server sent them. */
export type Arrived =
  | AllStreamResolvedEvent
  | { confirmed: true }
  /** Everything up to this position was sent or did not match the filter. */
  | { checkpoint: string }
  | { caughtUp: boolean };

/**
 * All calls to EventStoreDB, each with a time limit. They go to the leader, so reads are never stale. Closing ends
 * the calls in progress and makes later ones fail with ConnectionClosed; the client itself would open a new
 * connection for the next call.
 */
export class Connection {
  /** The highest position in any response so far. */
  private newestSeen = START;
  private readonly client: EventStoreDBClient;
  private readonly shared: SharedCall;
  private readonly closing = new AbortController();
  /** Reads and subscriptions in progress. */
  private readonly unfinished = new Set<Received<unknown>>();

  /** @throws InvalidConnectionString, or the client's error if a certificate file is missing */
  constructor(
    readonly url: string,
    readonly options: ConnectionOptions,
  ) {
    checkConnectionString(url);
    // Raises the listener limit, since each call in progress adds a listener.
    setMaxListeners(0, this.closing.signal);
    this.client = EventStoreDBClient.connectionString(url);
    // The client's own shared call for appends is not used: if it breaks, appends of other connections fail, too, and
    // a late response for one of these ends the process. This makes the client send each append as a call of its own.
    Object.assign(this.client, { supports: () => Promise.resolve(false) });
    this.shared = new SharedCall(url, Math.min(options.answerMs, SHARED_ANSWER_MS));
  }

  get closed(): AbortSignal {
    return this.closing.signal;
  }

  async close(): Promise<void> {
    const closed = new ConnectionClosed();
    this.closing.abort(closed);
    for (const received of this.unfinished) received.abort(closed);
    await this.shared.close();
    await this.client.dispose();
  }

  patience(): Patience {
    return new Patience(this.options.patienceMs, this.closed);
  }

  /** Yields the events of a stream; none if it is missing, deleted or tombstoned. */
  async *readStream(
    stream: string,
    options: { from?: number; max?: number; backwards?: boolean } = {},
  ): AsyncIterable<ResolvedEvent> {
    this.closed.throwIfAborted();
    const { from, max = Infinity, backwards = false } = options;
    const reading = this.client.readStream(stream, {
      fromRevision: from === undefined ? (backwards ? END : LOG_START) : BigInt(from),
      maxCount: max === Infinity ? undefined : max,
      direction: backwards ? BACKWARDS : FORWARDS,
      requiresLeader: true,
    });
    try {
      yield* this.receive<ResolvedEvent>(reading, () => reading.cancel());
    } catch (error) {
      if (!(error instanceof StreamNotFoundError || error instanceof StreamDeletedError)) throw error;
    }
  }

  /** Reads the log from a position on, including the event there. */
  async *readAll(from: string, max: number): AsyncIterable<AllStreamResolvedEvent> {
    this.closed.throwIfAborted();
    const reading = this.client.readAll({
      fromPosition: toLogPosition(from),
      maxCount: max,
      requiresLeader: true,
    });
    yield* this.receive<AllStreamResolvedEvent>(reading, () => reading.cancel());
  }

  /** Reads the log backwards from its end, at most `max` records. */
  async *readBack(max?: number): AsyncIterable<AllStreamResolvedEvent> {
    this.closed.throwIfAborted();
    const reading = this.client.readAll({
      fromPosition: END,
      direction: BACKWARDS,
      maxCount: max,
      requiresLeader: true,
    });
    for await (const resolved of this.receive<AllStreamResolvedEvent>(reading, () => reading.cancel())) {
      this.seen(positionOf(resolved) ?? START);
      yield resolved;
    }
  }

  /**
   * @param at the version of the stream's last event; null if it has none
   * @param alone whether to use a call of its own, whose error gives the cause; for retries
   * @returns version and position of the last event; null if the server found these events to be stored already,
   * since it then guarantees no position
   */
  async append(stream: string, events: Stored[], at: number | null, alone = false): Promise<Appended | null> {
    this.closed.throwIfAborted();
    const known = this.newestSeen;
    const isShared = !alone && !this.shared.isResting;
    const { revision, commit } = isShared
      ? await this.shared.append(stream, events, at)
      : await this.appendAlone(stream, events, at);
    const appended = commit === null ? START : toPosition(commit);
    this.seen(appended);
    return appended > known ? { version: Number(revision), position: appended } : null;
  }

  private async appendAlone(stream: string, events: Stored[], at: number | null): Promise<Placed> {
    const appending = this.client.appendToStream(stream, events, {
      expectedRevision: at === null ? NO_STREAM : BigInt(at),
      requiresLeader: true,
      deadline: this.options.answerMs,
    });
    const { position, nextExpectedRevision } = await unlessAborted(appending, this.closed);
    return { revision: nextExpectedRevision, commit: position?.commit ?? null };
  }

  /**
   * Subscribes to streams with these prefixes, from a position on and then live. Ends or fails when the server ends
   * the call.
   */
  subscribe(after: string, prefixes: string[], buffer: number): Received<Arrived> {
    this.closed.throwIfAborted();
    const filter = streamNameFilter({
      prefixes,
      maxSearchWindow: SEARCH_WINDOW,
      // The checkpoint is queued among the events; otherwise it would overtake events that the reader has not taken
      // yet.
      checkpointReached: (subscription, { commit, prepare }) => {
        // Version 24.6.0 reports -1 if nothing has matched since the start of the log.
        const isPlace = commit === prepare && commit <= MAX_POSITION;
        if (isPlace) arrive(subscription, { checkpoint: toPosition(commit) });
      },
    });
    const subscription = this.client.subscribeToAll(
      { fromPosition: toLogPosition(after), filter, requiresLeader: true },
      { highWaterMark: buffer },
    );
    subscription.on('confirmation', () => arrive(subscription, { confirmed: true }));
    subscription.on('caughtUp', () => arrive(subscription, { caughtUp: true }));
    subscription.on('fellBehind', () => arrive(subscription, { caughtUp: false }));
    return this.track<Arrived>(subscription, () => subscription.unsubscribe());
  }

  private seen(position: string): void {
    if (position > this.newestSeen) this.newestSeen = position;
  }

  private receive<Item>(source: Source, stop: () => Promise<void>): AsyncIterable<Item> {
    return receive(this.track<Item>(source, stop), this.options.answerMs);
  }

  private track<Item>(source: Source, stop: () => Promise<void>): Received<Item> {
    const received: Received<Item> = new Received<Item>(source, () => {
      this.unfinished.delete(received);
      return stop();
    });
    this.unfinished.add(received);
    return received;
  }
}

/** Resolves or rejects like `work`; rejects with the signal's reason if `signal` aborts first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

function arrive(subscription: AllStreamSubscription, item: Arrived): void {
  subscription.push(item);
}

function toLogPosition(position: string): Position | typeof LOG_START {
  return position === START ? LOG_START : { commit: BigInt(position), prepare: BigInt(position) };
}
