import { createHmac } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@parley/contracts/api/webhooks';

/**
 * Value of the header `webhook-signature` of Standard Webhooks: `v1,<base64>` for each secret, separated by spaces.
 * @param timestamp seconds since the epoch, as in the header `webhook-timestamp`
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureOf(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
