import type { Unsent } from '../../lib/feature';
import { messaging } from './messaging';

/** For who signs out, on whatever page. @returns what the server does not have after having been sent all of it */
export function sendUnsent(): Promise<Unsent> {
  return messaging.sendUnsent();
}
