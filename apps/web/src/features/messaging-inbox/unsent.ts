import type { Unsent } from '../../lib/feature';
import { messaging } from './messaging';

/**
 * Sends everything that only this browser has, before sign-out from any page.
 * @returns numbers of the items left
 */
export function sendUnsent(): Promise<Unsent> {
  return messaging.sendUnsent();
}
