import { createHmac } from 'node:crypto';
import type { MasterKey } from './master-key';

/** The key of an organisation's client events, in base64url: AES-256 in counter mode, the same for all its windows. */
export function clientEventKey(masterKey: MasterKey, customerId: string): string {
  return createHmac('sha256', masterKey.purpose('client-events')).update(customerId).digest('base64url');
}
