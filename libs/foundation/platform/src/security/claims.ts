import { createHmac } from 'node:crypto';

/**
 * Makes the id of the claim stream for a unique value (a phone number, an address) without revealing the value.
 * @param key key that the master key derives for the purpose `claims`
 * @returns 64 hex digits
 */
export function claimId(key: Buffer, customerId: string, kind: string, value: string): string {
  // JSON separates the parts, so that ("a", "bc") and ("ab", "c") differ.
  return createHmac('sha256', key)
    .update(JSON.stringify([customerId, kind, value]))
    .digest('hex');
}
