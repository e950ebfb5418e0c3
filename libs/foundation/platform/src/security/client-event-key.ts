import { createHmac } from 'node:crypto';
import type { MasterKey } from './master-key';

/**
 * The key that encrypts an organisation's client events, in base64url: AES-256 in counter mode, the same for all
 * windows of the organisation.
 */
export function clientEventKey(masterKey: MasterKey, customerId: string): string {
  return createHmac('sha256', masterKey.purpose('client-events')).update(customerId).digest('base64url');
}
