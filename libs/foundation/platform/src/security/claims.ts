import { createHmac } from 'node:crypto';

/**
 * Names the claim stream of something unique (a phone number, an address), without revealing it.
 * @param key the master key's purpose `claims`
 * @returns 64 hex digits
 */
export function claimId(key: Buffer, customerId: string, kind: string, value: string): string {
  // JSON keeps the parts apart: ("a", "bc") and ("ab", "c") differ.
  return createHmac('sha256', key)
    .update(JSON.stringify([customerId, kind, value]))
    .digest('hex');
}
