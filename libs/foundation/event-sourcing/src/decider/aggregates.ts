import { Counter } from 'prom-client';
import { v5 as uuidV5 } from 'uuid';
import { streamOf, type Category, type Fact } from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import { isConnectionError } from '@parley/platform/database/database';
import { backoff, pause } from '@parley/platform/database/retry';
import { processMetrics } from '@parley/platform/telemetry/metrics';
import { traced } from '@parley/platform/telemetry/tracing';
import type { EventStore } from '../store/event-store';
import type { LogFeed } from '../store/log-feed';
import { WrongExpectedVersion, type NewEvent } from '../store/event-store';
import { START } from '../store/position';
import type { CommandContext, Envelope, Executed, Loaded } from './command';
import { evolved, Rejected, type Decider } from './decider';
import { StateCache } from './state-cache';

const appendedEvents = new Counter({
  name: 'parley_events_appended_total',
  help: 'Events that this process appended to the log, by the category of their stream.',
  labelNames: ['category'],
  registers: [processMetrics],
});

const appendFailures = new Counter({
  name: 'parley_append_failures_total',
  help: 'Appends that failed. A conflict is two at once, of which one decides again.',
  labelNames: ['reason'],
  registers: [processMetrics],
});

/** Maximum number of tries of a command that keeps losing against concurrent appends. */
const MAX_TRIES = 8;
/**
 * Maximum number of retries of an append whose response was lost. They cover an outage of three seconds; after a
 * longer one, the caller has to retry.
 */
const MAX_LOST_ANSWERS = 6;

/**
 * Code that runs around an append, such as one that claims a unique value. The code has to call `append` once, with
 * the context for the append. The append expects the version on which the command was decided. If another append came
 * first, everything runs again.
 */
export type Around<State, Event extends Fact> = (
  change: { before: State; after: State },
  append: (context: CommandContext) => Promise<Executed<State, Event>>,
) => Promise<Executed<State, Event>>;

/**
 * Loads aggregates from the log and executes commands: decides on the cached state if there is one, otherwise reads
 * the stream, and appends at the version of that state.
 */
export class Aggregates {
  /** Only used to decide commands. Checks across streams call `load`, which reads the log. */
  private readonly states = new StateCache();
  /**
   * Streams that this process is creating: readers of the log may receive the first event before its append returns.
   */
  private readonly beginning = new Map<string, Promise<unknown>>();

  constructor(private readonly store: EventStore) {}

  /**
   * From now on, appends of other processes update the cached states, so that a command with `asOf` needs no read.
   */
  follow(feed: LogFeed): void {
    this.states.follow(feed);
  }

  async load<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    id: string,
    customerId: string,
  ): Promise<Loaded<State>> {
    const at = { stream: streamOf(category, id), customerId };
    const loaded = unbegunOf(decider);
    for await (const event of this.store.readStream(at.stream, { customerId })) {
      loaded.state = decider.evolve(loaded.state, { type: event.type, data: event.data } as Event);
      loaded.version = event.version;
      loaded.position = event.position;
      loaded.actor = event.actor;
    }
    this.states.set(decider, category, at, loaded);
    return loaded;
  }

  /**
   * Returns the cached state if it includes everything up to `asOf`, a position of the log; otherwise loads the
   * aggregate. Other processes may have appended since, so this is only for uses where an older state is harmless.
   */
  async getCached<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    { id, customerId, asOf }: { id: string; customerId: string; asOf: string },
  ): Promise<Loaded<State>> {
    await this.beginning.get(streamOf(category, id));
    const cached = this.peek(decider, category, { id, customerId, asOf });
    return cached ?? this.load(decider, category, id, customerId);
  }

  /** Returns the cached state if it includes everything up to `asOf`, a position of the log; null otherwise. */
  peek<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    { id, customerId, asOf }: { id: string; customerId: string; asOf: string },
  ): Loaded<State> | null {
    if (!this.states.isAsOf(asOf)) return null;
    return this.states.get<State>(decider, category, { stream: streamOf(category, id), customerId });
  }

  /**
   * Returns those of `streams` that have events and belong to the organisation. Takes one query if the engine
   * supports that.
   */
  begun(streams: string[], customerId: string): Promise<Set<string>> {
    return this.store.movedSince(streams, { customerId, after: START });
  }

  /**
   * Returns the position of the first event that the command with this id appended to an aggregate; null if it
   * appended none.
   */
  async doneAt(
    category: Category,
    id: string,
    { commandId, customerId }: CommandContext,
  ): Promise<string | null> {
    const stream = streamOf(category, id);
    const first = eventId(stream, 0, commandId);
    for await (const event of this.store.readStream(stream, { customerId })) {
      if (event.id === first) return event.position;
    }
    return null;
  }

  /**
   * Executes a command. If another append came first, loads the aggregate and decides again, so that a command that
   * is no longer valid is rejected by its rule. Rejections are always based on the current log.
   * @throws Rejected if a rule forbids the command, or with `busy` after too many tries
   */
  async execute<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    envelope: Envelope<Command>,
    around?: Around<State, Event>,
  ): Promise<Executed<State, Event>> {
    const { id, context } = envelope;
    const at = { stream: streamOf(category, id), customerId: context.customerId };
    await this.beginning.get(at.stream);
    // `around` checks rules across streams, which need the current log.
    let known = around ? null : this.states.get<State>(decider, category, at);
    if (!known && envelope.isFirst) {
      const begun = await this.begin(decider, category, envelope);
      if (begun) return begun;
    }
    for (let attempt = 1; ; attempt++) {
      const loaded = known ?? (await this.load(decider, category, id, context.customerId));
      const isCached = known !== null;
      known = null;
      const events = this.decided(decider, envelope, { state: loaded.state, isCached });
      // Decides again on a state read from the log, since another process may have appended.
      if (events === null) continue;
      if (events.length === 0) return { ...loaded, events };
      try {
        const append = (handedOn: CommandContext) =>
          this.appendTo(loaded, category, at.stream, { decider, events, context: handedOn });
        if (!around) return await append(context);
        const after = evolved(decider, loaded.state, events);
        return await around({ before: loaded.state, after }, append);
      } catch (error) {
        if (!(error instanceof WrongExpectedVersion)) throw error;
        this.states.evict(category, at.stream);
        if (attempt >= MAX_TRIES)
          throw new Rejected('busy', `${at.stream} changed ${attempt} times meanwhile`);
      }
    }
  }

  /**
   * Returns the events that the cached state yields. Null if the log has to be read first: the cached state rejects
   * the command, or yields no events and is older than `asOf`.
   */
  private decided<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    { command, context: { asOf } }: Envelope<Command>,
    { state, isCached }: { state: State; isCached: boolean },
  ): Event[] | null {
    if (!isCached) return decider.decide(command, state);
    try {
      const events = decider.decide(command, state);
      const suffices = events.length > 0 || (asOf !== undefined && this.states.isAsOf(asOf));
      return suffices ? events : null;
    } catch (error) {
      if (error instanceof Rejected) return null;
      throw error;
    }
  }

  /**
   * Decides on a new aggregate and appends at the start of its stream. Null if the stream has events already, or if
   * the decider rejects the command or yields nothing for a new aggregate: the caller then reads the log.
   */
  private async begin<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    { id, command, context }: Envelope<Command>,
  ): Promise<Executed<State, Event> | null> {
    try {
      const unbegun = unbegunOf(decider);
      const events = decider.decide(command, unbegun.state);
      if (events.length === 0) return null;
      return await this.appendTo(unbegun, category, streamOf(category, id), { decider, events, context });
    } catch (error) {
      if (error instanceof WrongExpectedVersion || error instanceof Rejected) return null;
      throw error;
    }
  }

  private async appendTo<State, Event extends Fact>(
    loaded: Loaded<State>,
    category: Category,
    stream: string,
    {
      decider,
      events,
      context,
    }: { decider: Decider<never, State, Event>; events: Event[]; context: CommandContext },
  ): Promise<Executed<State, Event>> {
    const { customerId, actor, correlationId, causationId, ip, now: time } = context;
    const appended: NewEvent<Event>[] = events.map((event, index) => ({
      id: eventId(stream, index, context.commandId),
      ...event,
      schemaVersion: schemaVersionOf(event.type),
      customerId,
      actor,
      correlationId,
      causationId,
      ip,
      time,
    }));
    const appending = this.append(context, stream, appended, {
      expected: loaded.version ?? 'no-stream',
      customerId,
    }).then(({ version, position }) => {
      const after = { state: evolved(decider, loaded.state, events), version, position, actor };
      this.states.set(decider, category, { stream, customerId }, after);
      return { ...after, events };
    });
    if (loaded.version !== null) return appending;
    const begun = appending.catch(() => undefined);
    this.beginning.set(stream, begun);
    try {
      return await appending;
    } finally {
      if (this.beginning.get(stream) === begun) this.beginning.delete(stream);
    }
  }

  /**
   * Appends, and retries if the response was lost. A retry has the same event ids, so the events are stored once.
   * @throws Rejected `busy` after the context's deadline
   */
  private async append(
    { appendBefore = Infinity }: CommandContext,
    ...appended: Parameters<EventStore['append']>
  ): ReturnType<EventStore['append']> {
    for (let tries = 1; ; tries++) {
      if (performance.now() > appendBefore) throw new Rejected('busy', `${appended[0]} took too long`);
      try {
        return await this.observedAppend(...appended);
      } catch (error) {
        if (!isConnectionError(error) || tries >= MAX_LOST_ANSWERS) throw error;
        await pause(backoff(tries), new AbortController().signal);
      }
    }
  }

  private async observedAppend(...[stream, events, options]: Parameters<EventStore['append']>) {
    const category = stream.slice(0, stream.indexOf('-'));
    const attributes = () => ({ 'parley.events': events.map(({ type }) => type).join(',') });
    try {
      const done = await traced({ name: `append ${category}`, attributes }, () =>
        this.store.append(stream, events, options),
      );
      appendedEvents.inc({ category }, events.length);
      return done;
    } catch (error) {
      appendFailures.inc({ reason: error instanceof WrongExpectedVersion ? 'conflict' : 'failed' });
      throw error;
    }
  }
}

/** The id of an event, which stays the same when its command is repeated. */
function eventId(stream: string, index: number, commandId: string): string {
  return uuidV5(`${stream}/${index}`, commandId);
}

function unbegunOf<State>({ initialState }: { initialState: State }): Loaded<State> {
  return { state: initialState, version: null, position: null, actor: null };
}
