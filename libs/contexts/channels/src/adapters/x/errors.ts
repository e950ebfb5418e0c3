import type { StatusReason } from '@parley/contracts/events';
import { retryAfterMs } from '../http';
import { known, number, text, type Json } from '../json';
import { type NotSent, unexplained } from '../not-sent';

/** X distinguishes errors by the HTTP status, and those with 403 by the end of their `type`. */
const reasons = new Map<number, StatusReason>([
  [400, 'message_invalid'],
  [402, 'insufficient_credits'],
  // The recipient accepts no messages from this account.
  [403, 'blacklisted'],
  [404, 'wrong_number'],
  [413, 'message_invalid'],
]);

/** Errors of the app or its token, not of the message. */
const ofTheAccount =
  /(oauth1-permissions|client-forbidden|unsupported-authentication|not-authorized-for-resource)$/;

export function isChannelBroken(providerCode: string): boolean {
  return providerCode === '401' || ofTheAccount.test(providerCode);
}

export function failure(response: Response, body: Json): NotSent {
  const { status } = response;
  if (response.ok || status >= 500) return unexplained(response);
  const detail = text(body.detail, 1024) ?? text(body.title, 512);
  if (status === 429) {
    const wait = untilResetMs(response) ?? retryAfterMs(response);
    return known({
      ...{ outcome: 'throttled' as const, reason: 'delivery_failure' as const, providerCode: '429', detail },
      retryAfterMs: wait,
    });
  }
  const problem = text(body.type, 512)?.split('/').at(-1);
  const providerCode = status === 403 && problem ? `403/${problem}` : String(status);
  const isTooLong = status === 400 && /too long|length|characters/i.test(detail ?? '');
  const isBroken = isChannelBroken(providerCode);
  const why = isBroken ? 'delivery_failure' : (reasons.get(status) ?? 'delivery_failure');
  const reason: StatusReason = isTooLong ? 'too_long' : why;
  return known({ outcome: 'declined', reason, providerCode, detail, channelBroken: isBroken || undefined });
}

/** The time until X accepts requests again, in ms; X sends it in epoch seconds. */
function untilResetMs(response: Response): number | undefined {
  const reset = number(response.headers.get('x-rate-limit-reset'));
  return reset === undefined ? undefined : Math.max(0, reset * 1000 - Date.now());
}
