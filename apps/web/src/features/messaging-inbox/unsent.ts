import type { Unsent } from '../../lib/feature';
import { messaging } from './messaging';

/**
 * Sends everything that is only in this browser; called on any page before signing out.
 * @returns the numbers of items left
 */
export function sendUnsent(): Promise<Unsent> {
  return messaging.sendUnsent();
}
