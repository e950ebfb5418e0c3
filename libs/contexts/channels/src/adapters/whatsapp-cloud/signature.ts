import { createHmac } from 'node:crypto';
import { isSame } from '../same-text';

/** Signs the exact bytes, escapes included, as Meta does: hexadecimal HMAC-SHA256 with the app's secret. */
export function sign(body: Buffer, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

export function isSignedBy(appSecret: string, body: Buffer, signature: string | undefined): boolean {
  return isSame(signature, sign(body, appSecret));
}

/**
 * Answers Meta's challenge, which proves that the address is ours.
 * @returns the text of the response, or null if the token is not ours
 */
export function answerToChallenge(query: Record<string, unknown>, verifyToken: string): string | null {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return null;
  return isSame(token, verifyToken) ? challenge : null;
}
