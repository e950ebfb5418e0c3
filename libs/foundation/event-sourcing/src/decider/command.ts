import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { Command as NestCommand } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { Actor, Category, Fact, RecordedEvent } from '@parley/contracts/events';
import { correlationOf, type DeliveredMessage } from '@parley/platform/bus/bus';
import { currentCorrelation } from '@parley/platform/telemetry/correlation';
import type { Decider } from './decider';

/** Actor, time and cause of a command. Code at the edge of the system creates times and ids and passes them in. */
export interface CommandContext {
  /** Id of the command. The ids of its events derive from it, so repeating the command appends no event twice. */
  commandId: string;
  customerId: string;
  actor: Actor;
  correlationId: string;
  causationId: string;
  ip?: string;
  /** ISO 8601 UTC. */
  now: string;
  /**
   * Deadline in ms of `performance.now()`. Nothing is appended after it, since by then other commands may have taken
   * the values that this one has claimed.
   */
  appendBefore?: number;
  /**
   * A position of the log. A state that includes everything up to it is recent enough to conclude that the command
   * changes nothing. Undefined: only the current log is recent enough.
   */
  asOf?: string;
}

/** A command for one aggregate, with its context. */
export interface Envelope<Command> {
  id: string;
  command: Command;
  context: CommandContext;
  /**
   * Whether the aggregate most likely has no events yet: the append is tried without reading the log, which is read
   * only if that fails.
   */
  isFirst?: boolean;
}

/** An aggregate as loaded from the log. */
export interface Loaded<State> {
  state: State;
  /** Version of the last event; null if the stream has none. */
  version: number | null;
  /** Position of the last event; null if the stream has none. */
  position: string | null;
  /** The actor of the last event; null if the stream has none. */
  actor: Actor | null;
}

export interface Executed<State, Event extends Fact> extends Loaded<State> {
  /** The events of this command; empty if it changed nothing. */
  events: Event[];
}

/** The envelope of a command on the command bus. Each kind of aggregate has a subclass with its own handler. */
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

/** Returns a base for a class of commands that `handlersOf` can register. */
export function commandTo<Command, State, Event extends Fact>(
  decider: Decider<Command, State, Event>,
  category: Category,
) {
  return class extends CommandTo<Command, State, Event> {
    static readonly decider: Decider<Command, State, Event> = decider;
    static readonly category = category;
  };
}

/** A user, or a program with an API key of that user. */
interface Asker {
  userId: string;
  customerId: string;
  ip?: string;
  apiKeyId?: string;
}

/** The context of a user's command within a request. */
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

/** The context of a user's command outside of a request's context: with the current time and a new id. */
export function requestedNow(user: Asker): CommandContext {
  return requestedBy(user, { commandId: randomUUID(), now: new Date().toISOString() });
}

/**
 * The context of a command that the product issues because of an event. The same event yields the same command id, so
 * repeating it is a no-op.
 */
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
 * The context of a command that a consumer issues because of a bus message. A redelivered message yields the same
 * command id.
 * @param doing names the command if a message causes several; by default the id of the message
 * @param within the UUID within which `doing` is unique; by default the organisation's id
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
 * The context of a command without a user or an event as its cause: from a timer, an operator or the demo.
 * @param doing names the command within the organisation, so that repeating it is a no-op; by default each call
 * makes a new command
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

/** The context of one of several commands that belong together; each step has its own command id. */
export function step(context: CommandContext, name: string | number): CommandContext {
  return { ...context, commandId: uuidV5(String(name), context.commandId) };
}
