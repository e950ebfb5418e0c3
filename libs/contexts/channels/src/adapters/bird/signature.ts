import { createHash, createHmac } from 'node:crypto';
import type { IngressRequest } from '../adapter';
import { isSame } from '../same-text';

/**
 * Bird signs the time of the request, the address and the digest of the body, one per line. Redelivered webhooks keep
 * their first time and signature for hours, so the age is not checked; ids make redelivered items no-ops.
 */
export function isSignedBy(
  signingKey: string,
  { url, body, headers }: Pick<IngressRequest, 'url' | 'body' | 'headers'>,
): boolean {
  const signature = headers['messagebird-signature'];
  const time = headers['messagebird-request-timestamp'];
  if (!signature || !time || signingKey === '') return false;
  const digest = createHash('sha256').update(body).digest();
  const signed = createHmac('sha256', signingKey).update(`${time}\n${url}\n`).update(digest).digest('base64');
  return isSame(signature, signed);
}
