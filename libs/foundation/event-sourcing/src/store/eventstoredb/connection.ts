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

/** Events that the server looks through before it says how far it has come, at most. */
const SEARCH_WINDOW = 500;

/** How long the shared call may answer nothing, before what waits in it is looked up and tried by itself. */
const SHARED_ANSWER_MS = 2_000;

/** A larger position is a negative one as the unsigned number that the protocol carries: -1 is before the start. */
const MAX_POSITION = 2n ** 63n - 1n;

/** Where the last event of an append stands. */
export interface Appended {
  version: number;
  position: string;
}

export interface ConnectionOptions {
  /** How long a server may say nothing while an answer is awaited. */
  answerMs: number;
  /** How long a read or an append is tried again while the server is away. */
  patienceMs: number;
}

/** Items of a subscription in the order in which the server sent them. */
export type Arrived =
  | AllStreamResolvedEvent
  | { confirmed: true }
  /** Everything up to here was sent or did not match. */
  | { checkpoint: string }
  | { caughtUp: boolean };

/**
 * The calls that we make of EventStoreDB, each bounded in time. All of them go to the leader, so reads are never old.
 * Closing it ends the calls under way, and refuses those that follow: all of them fail with ConnectionClosed. The client
 * itself would connect again for the next call.
 */
export class Connection {
  /** The newest position that any answer has named. */
  private newestSeen = START;
  private readonly client: EventStoreDBClient;
  private readonly shared: SharedCall;
  private readonly closing = new AbortController();
  /** Reads and subscriptions that have not ended. */
  private readonly unfinished = new Set<Received<unknown>>();

  /** @throws InvalidConnectionString, or the client's error where a certificate's file is missing */
  constructor(
    readonly url: string,
    readonly options: ConnectionOptions,
  ) {
    checkConnectionString(url);
    // Each call under way listens.
    setMaxListeners(0, this.closing.signal);
    this.client = EventStoreDBClient.connectionString(url);
    // Where the client has appends share a call and it breaks, it fails those of other connections too, and an answer
    // that comes for one of these ends the process: appends by this client are calls of their own.
    Object.assign(this.client, { supports: () => Promise.resolve(false) });
    this.shared = new SharedCall(url, Math.min(options.answerMs, SHARED_ANSWER_MS));
  }

  /** Aborts when the connection is closed. */
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

  /** Events of a stream; none where it is missing, deleted or tombstoned. */
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

  /** The log from an event on, that one included. */
  async *readAll(from: string, max: number): AsyncIterable<AllStreamResolvedEvent> {
    this.closed.throwIfAborted();
    const reading = this.client.readAll({
      fromPosition: toLogPosition(from),
      maxCount: max,
      requiresLeader: true,
    });
    yield* this.receive<AllStreamResolvedEvent>(reading, () => reading.cancel());
  }

  /** The log backwards from its end. */
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
   * @param at the version of the stream's last event; null where it has none.
   * @param alone by a call of its own, which says what is the matter: for whoever tries again
   * @returns where the last event stands; null where the server found these events to be there already, since what it
   * then says of their position is not promised.
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

  /** Everything after a position of streams whose names start so, and then what comes. Ends and fails with the server. */
  subscribe(after: string, prefixes: string[], buffer: number): Received<Arrived> {
    this.closed.throwIfAborted();
    const filter = streamNameFilter({
      prefixes,
      maxSearchWindow: SEARCH_WINDOW,
      // In line with the events: by itself it would overtake those that are not taken yet.
      checkpointReached: (subscription, { commit, prepare }) => {
        // Version 24.6.0 reports -1 where it has found nothing since the start of the log.
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

/** The outcome of `work`, unless `signal` aborts before it: then this throws the reason of that. */
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
