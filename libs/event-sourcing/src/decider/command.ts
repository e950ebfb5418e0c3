import { randomUUID } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import type { Actor, RecordedEvent } from '@parley/contracts/events';
import { currentCorrelation } from '@parley/platform/telemetry/correlation';

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
}

/** A command on its way to one aggregate. */
export interface Envelope<Command> {
  id: string;
  command: Command;
  context: CommandContext;
  /** Most likely the aggregate begins with it: it is tried as if it did, and the log is asked where that fails. */
  isFirst?: boolean;
}

/** The context of what a user asks for, as part of the request in which they do. */
export function requestedBy(
  user: { userId: string; customerId: string; ip?: string },
  { commandId, now }: { commandId: string; now: string },
): CommandContext {
  return {
    commandId,
    customerId: user.customerId,
    actor: { type: 'user', id: user.userId },
    correlationId: currentCorrelation() ?? commandId,
    causationId: commandId,
    ip: user.ip,
    now,
  };
}

/** The same at the edge, where a request comes in: now, under a new id. */
export function requestedNow(user: { userId: string; customerId: string; ip?: string }): CommandContext {
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
