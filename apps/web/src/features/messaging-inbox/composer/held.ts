import type { ChatEntry } from '@parley/contracts/api/conversations';
import { createKeyedStore } from '../../../lib/keyed-store';

/** Seconds in which one may take back what one has sent, where one has chosen so. */
export const UNDO_SECONDS = 5;

/** Until when the server holds what was sent here: by this clock, which may differ from the server's. */
export const heldUntil = createKeyedStore(0);

/** The server has taken a message, and holds it from now on. */
export function noteHeld(idempotencyKey: string, seconds: number): void {
  heldUntil.set(idempotencyKey, Date.now() + seconds * 1_000);
}

/** The key of the send that an entry is the first part of; null for other parts, and what nobody sent here. */
export function sendKeyOf({ clientKey }: Pick<ChatEntry, 'clientKey'>): string | null {
  return clientKey?.endsWith(':0') ? clientKey.slice(0, -2) : null;
}
