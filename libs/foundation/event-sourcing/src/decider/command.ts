import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { Command as NestCommand } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { Actor, Category, Fact, RecordedEvent } from '@parley/contracts/events';
import { correlationOf, type DeliveredMessage } from '@parley/platform/bus/bus';
import { currentCorrelation } from '@parley/platform/telemetry/correlation';
import type { Decider } from './decider';

/** Who acts, when, and as part of what. Times and ids are made at the edge and passed in. */
export interface CommandContext {
  /** Names this command: the ids of the events it makes derive from it, so repeating it makes none twice. */
  commandId: string;
  customerId: string;
  actor: Actor;
  correlationId: string;
  causationId: string;
  ip?: string;
  /** ISO 8601 UTC. */
  now: string;
  /** Past this moment of `performance.now()` nothing is appended any more: others may have what it claimed. */
  appendBefore?: number;
  /**
   * A position of the log: that there was nothing to be done as of there is answer enough, whatever others have appended
   * since. As of the answer where it is left out.
   */
  asOf?: string;
}

/** A command on its way to one aggregate. */
export interface Envelope<Command> {
  id: string;
  command: Command;
  context: CommandContext;
  /** Most likely the aggregate begins with it: it is tried as if it did, and the log is asked where that fails. */
  isFirst?: boolean;
}

/** An aggregate as the log has it. */
export interface Loaded<State> {
  state: State;
  /** Version of the last event, or null where the stream has none. */
  version: number | null;
  /** Position of the last event, or null where the stream has none. */
  position: string | null;
  /** Who made the last event, or null where the stream has none. */
  actor: Actor | null;
}

/** An aggregate after a command. */
export interface Executed<State, Event extends Fact> extends Loaded<State> {
  /** What this command made; none where it already held. */
  events: Event[];
}

/** The envelope as the command bus takes it: each kind of aggregate has a class of its own. */
export abstract class CommandTo<Command, State, Event extends Fact>
  extends NestCommand<Executed<State, Event>>
  implements Envelope<Command>
{
  constructor(
    readonly id: string,
    readonly command: Command,
    readonly context: CommandContext,
    readonly isFirst = false,
  ) {
    super();
  }
}

export type AnyCommand = CommandTo<unknown, unknown, Fact>;

/** A class of commands that one decider handles without further checks. */
export interface CommandsOf extends Type<AnyCommand> {
  readonly decider: Decider<unknown, unknown, Fact>;
  readonly category: Category;
}

/** The base of such a class; `handlersOf` registers it. */
export function commandTo<Command, State, Event extends Fact>(
  decider: Decider<Command, State, Event>,
  category: Category,
) {
  return class extends CommandTo<Command, State, Event> {
    static readonly decider: Decider<Command, State, Event> = decider;
    static readonly category = category;
  };
}

/** Who asks for something: a user, or a program with an API key of theirs. */
interface Asker {
  userId: string;
  customerId: string;
  ip?: string;
  apiKeyId?: string;
}

/** The context of what a user asks for, as part of the request in which they do. */
export function requestedBy(
  user: Asker,
  { commandId, now }: { commandId: string; now: string },
): CommandContext {
  return {
    commandId,
    customerId: user.customerId,
    actor: user.apiKeyId ? { type: 'integration', id: user.apiKeyId } : { type: 'user', id: user.userId },
    correlationId: currentCorrelation() ?? commandId,
    causationId: commandId,
    ip: user.ip,
    now,
  };
}

/** The same at the edge, where a request comes in: now, under a new id. */
export function requestedNow(user: Asker): CommandContext {
  return requestedBy(user, { commandId: randomUUID(), now: new Date().toISOString() });
}

/** The context of what the product does because of an event: the same event causes the same command once. */
export function causedBy(event: RecordedEvent, by: string, now: string): CommandContext {
  return {
    commandId: uuidV5(by, event.id),
    customerId: event.customerId,
    actor: { type: 'system', id: by },
    correlationId: event.correlationId,
    causationId: event.id,
    now,
  };
}

/**
 * The context of what a consumer does with a message of the bus: delivered again, it is the same command.
 * @param doing names the command, where one message causes several; the id of the message if left out
 * @param within the UUID under which `doing` is unique; the organisation's if left out
 */
export function deliveredBy(
  message: DeliveredMessage,
  {
    customerId,
    doing = message.id,
    within = customerId,
    now,
  }: { customerId: string; doing?: string; within?: string; now: string },
): CommandContext {
  return {
    commandId: uuidV5(doing, within),
    customerId,
    actor: { type: 'system', id: 'worker' },
    correlationId: correlationOf(message),
    causationId: message.id,
    now,
  };
}

/**
 * The context of what nobody asked for and no event caused: a clock, an operator or a demo does it.
 * @param doing names it within the organisation, so that it is done once; each time is another if left out
 */
export function doneBy(
  by: string,
  { customerId, doing, now }: { customerId: string; doing?: string; now: string },
): CommandContext {
  const commandId = doing === undefined ? randomUUID() : uuidV5(doing, customerId);
  return {
    ...{ commandId, customerId, correlationId: commandId, causationId: commandId },
    actor: { type: 'system', id: by },
    now,
  };
}

/** The context of one of several commands of which something consists: each has ids of its own. */
export function step(context: CommandContext, name: string | number): CommandContext {
  return { ...context, commandId: uuidV5(String(name), context.commandId) };
}
