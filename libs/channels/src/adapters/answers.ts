import { createHash, timingSafeEqual } from 'node:crypto';
import type { StatusReason } from '@parley/contracts/events';
import type { MediaResult, SendResult } from './adapter';
import { known, number, record, type Json } from './json';

/** Of providers' answers, what each adapter makes of them in the same way. */

export type NotSent = Exclude<SendResult, { outcome: 'sent' }>;

/** The body of an answer as JSON; an empty object where it is none, or breaks off. */
export async function bodyOf(response: Response): Promise<Json> {
  try {
    return record(JSON.parse(await response.text()));
  } catch {
    return {};
  }
}

/** A message that we do not even ask to have sent. */
export function invalid(detail: string, channelBroken?: boolean): NotSent {
  return known({ outcome: 'declined', reason: 'message_invalid', detail, channelBroken });
}

/** Nobody was asked: it may be tried again. */
export function unreached(detail: string): NotSent {
  return { outcome: 'throttled', reason: 'delivery_failure', providerCode: detail };
}

/** What an answer without the provider's own word on it means. */
export function withoutWord(response: Response): NotSent {
  const { status } = response;
  const [detail, providerCode] = [`The provider answered ${status}.`, `http_${status}`];
  if (status === 429) {
    const reason: StatusReason = 'delivery_failure';
    return known({ outcome: 'throttled', reason, providerCode, retryAfterMs: retryAfterMs(response) });
  }
  // A gateway that gives up may have passed the request on, and a success that names no message may be one.
  return response.ok || status >= 500
    ? { outcome: 'unknown', detail }
    : { outcome: 'declined', reason: 'delivery_failure', providerCode, detail };
}

/** How long an answer asks us to wait. */
export function retryAfterMs(response: Response): number | undefined {
  const seconds = number(response.headers.get('retry-after'));
  return seconds !== undefined && seconds >= 0 ? seconds * 1000 : undefined;
}

/** A failure before anything was sent is no doubt about the message. */
export function beforeSending(failure: NotSent): NotSent {
  return failure.outcome === 'unknown' ? unreached(failure.detail) : failure;
}

export function fetched(body: Buffer, contentType: string): MediaResult {
  return { outcome: 'fetched', body, contentType, sha256: createHash('sha256').update(body).digest('hex') };
}

/** Compares in a time that does not tell how far two texts agree. */
export function isSame(given: string | undefined, wanted: string): boolean {
  if (given === undefined) return false;
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}
