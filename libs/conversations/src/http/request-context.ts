import { randomUUID } from 'node:crypto';
import { requestedBy, type CommandContext } from '@parley/event-sourcing/decider/command';
import type { Principal } from '@parley/platform/http/principal';

/** The context of a command that this request asks for, now. */
export function contextOf(principal: Principal): CommandContext {
  return requestedBy(principal, { commandId: randomUUID(), now: new Date().toISOString() });
}
