import { v5 as uuidV5 } from 'uuid';
import { streamOf, type Category, type Fact } from '@parley/contracts/events';
import { schemaVersionOf } from '@parley/contracts/events/upcasters/upcast';
import { isConnectionError } from '@parley/platform/database/database';
import { backoff, pause } from '@parley/platform/database/retry';
import type { EventStore } from '../store/event-store';
import { WrongExpectedVersion, type NewEvent } from '../store/event-store';
import type { CommandContext, Envelope, Executed, Loaded } from './command';
import { evolved, Rejected, type Decider } from './decider';

/** Two commands that both keep hitting others' appends give up after this many tries. */
const MAX_TRIES = 8;
/** An outage of three seconds goes by unnoticed; after a longer one it is for the caller to ask again. */
const MAX_LOST_ANSWERS = 6;

/**
 * Does what has to surround an append, and appends: once, at the version on which the command was decided, under the
 * context that it hands on. Where another append came first, all of it happens again.
 */
export type Around<State, Event extends Fact> = (
  change: { before: State; after: State },
  append: (context: CommandContext) => Promise<Executed<State, Event>>,
) => Promise<Executed<State, Event>>;

/** Loads aggregates from the log and runs commands against them: read, decide, append at the version that was read. */
export class Aggregates {
  constructor(private readonly store: EventStore) {}

  async load<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    id: string,
    customerId: string,
  ): Promise<Loaded<State>> {
    const loaded = unbegunOf(decider);
    for await (const event of this.store.readStream(streamOf(category, id), { customerId })) {
      loaded.state = decider.evolve(loaded.state, { type: event.type, data: event.data } as Event);
      loaded.version = event.version;
      loaded.position = event.position;
      loaded.actor = event.actor;
    }
    return loaded;
  }

  /** Where in the log this very command made something of an aggregate; null where it has not. */
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
   * Runs one command. When another append came first, the aggregate is loaded again and decides again, so a command
   * that no longer holds is rejected by its rule and not repeated blindly.
   * @throws Rejected
   */
  async execute<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    envelope: Envelope<Command>,
    around: Around<State, Event> = (_change, append) => append(envelope.context),
  ): Promise<Executed<State, Event>> {
    const begun = envelope.isFirst ? await this.begin(decider, category, envelope) : null;
    if (begun) return begun;
    const { id, command, context } = envelope;
    const stream = streamOf(category, id);
    for (let attempt = 1; ; attempt++) {
      const loaded = await this.load(decider, category, id, context.customerId);
      const events = decider.decide(command, loaded.state);
      if (events.length === 0) return { ...loaded, events };
      try {
        const after = evolved(decider, loaded.state, events);
        return await around({ before: loaded.state, after }, (handedOn) =>
          this.appendTo(loaded, stream, { decider, events, context: handedOn }),
        );
      } catch (error) {
        if (!(error instanceof WrongExpectedVersion)) throw error;
        if (attempt >= MAX_TRIES) throw new Rejected('busy', `${stream} changed ${attempt} times meanwhile`);
      }
    }
  }

  /** Null where it has begun already, or its rules refuse: what has happened by now may say otherwise. */
  private async begin<Command, State, Event extends Fact>(
    decider: Decider<Command, State, Event>,
    category: Category,
    { id, command, context }: Envelope<Command>,
  ): Promise<Executed<State, Event> | null> {
    try {
      const unbegun = unbegunOf(decider);
      const events = decider.decide(command, unbegun.state);
      if (events.length === 0) return null;
      return await this.appendTo(unbegun, streamOf(category, id), { decider, events, context });
    } catch (error) {
      if (error instanceof WrongExpectedVersion || error instanceof Rejected) return null;
      throw error;
    }
  }

  private async appendTo<State, Event extends Fact>(
    loaded: Loaded<State>,
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
    const { version, position } = await this.append(context, stream, appended, {
      expected: loaded.version ?? 'no-stream',
      customerId,
    });
    return { state: evolved(decider, loaded.state, events), version, position, actor, events };
  }

  /**
   * Asks again where the answer was lost: the events have the same ids, so they are there once.
   * @throws Rejected `busy` past the time that the context leaves it
   */
  private async append(
    { appendBefore = Infinity }: CommandContext,
    ...appended: Parameters<EventStore['append']>
  ): ReturnType<EventStore['append']> {
    for (let tries = 1; ; tries++) {
      if (performance.now() > appendBefore) throw new Rejected('busy', `${appended[0]} took too long`);
      try {
        return await this.store.append(...appended);
      } catch (error) {
        if (!isConnectionError(error) || tries >= MAX_LOST_ANSWERS) throw error;
        await pause(backoff(tries), new AbortController().signal);
      }
    }
  }
}

/** Of the events that a command makes in a stream, the same each time that it is repeated. */
function eventId(stream: string, index: number, commandId: string): string {
  return uuidV5(`${stream}/${index}`, commandId);
}

function unbegunOf<State>({ initialState }: { initialState: State }): Loaded<State> {
  return { state: initialState, version: null, position: null, actor: null };
}
