import { createHmac } from 'node:crypto';
import type { IngressAnswer } from '../adapter';
import { isSame } from '../same-text';

/** Signs the exact bytes, as X does: base64 HMAC-SHA256 with the app's consumer secret. */
export function sign(body: Buffer | string, consumerSecret: string): string {
  return `sha256=${createHmac('sha256', consumerSecret).update(body).digest('base64')}`;
}

export function isSignedBy(consumerSecret: string, body: Buffer, signature: string | undefined): boolean {
  return isSame(signature, sign(body, consumerSecret));
}

/** Answers the challenge with which X tests the address regularly. X stops sending events after a wrong answer. */
export function answerToCrc(
  { crc_token: token }: Record<string, unknown>,
  consumerSecret: string,
): IngressAnswer | null {
  if (typeof token !== 'string' || token === '') return null;
  const body = JSON.stringify({ response_token: sign(token, consumerSecret) });
  return { contentType: 'application/json', body };
}
