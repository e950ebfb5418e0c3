import type { Actor } from '@parley/contracts/events';

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
}
