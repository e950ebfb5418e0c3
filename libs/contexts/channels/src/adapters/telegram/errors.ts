import type { StatusReason } from '@parley/contracts/events';
import { known } from '../json';
import type { NotSent } from '../not-sent';
import type { BotError } from './bot-api';

/** Telegram distinguishes errors only by their text; the first matching entry gives the reason. */
const reasons: [code: number, words: RegExp, reason: StatusReason][] = [
  [403, /blocked by the user|user is deactivated/i, 'blacklisted'],
  // The person never wrote to the bot.
  [403, /can't initiate conversation/i, 'unreachable'],
  [403, /./, 'blacklisted'],
  [400, /chat not found|peer_id_invalid|user not found/i, 'wrong_number'],
  [400, /too long/i, 'too_long'],
  [400, /./, 'message_invalid'],
  [413, /./, 'message_invalid'],
];

export function reasonOf({ code, description }: BotError): StatusReason {
  const found = reasons.find(([known, words]) => known === code && words.test(description || '-'));
  return found?.[2] ?? 'delivery_failure';
}

/** Whether the token is unknown (401), or so malformed that its address does not exist (404). */
export function isChannelBroken(code: number): boolean {
  return code === 401 || code === 404;
}

/** Maps an error to a send result. After too many requests, Telegram returns the seconds to wait. */
export function failure(error: BotError): NotSent {
  const reason = reasonOf(error);
  const [providerCode, detail] = [String(error.code), error.description || undefined];
  if (error.code === 429) {
    const retryAfterMs = error.retryAfter === undefined ? undefined : error.retryAfter * 1000;
    return known({ outcome: 'throttled', reason, providerCode, detail, retryAfterMs });
  }
  if (error.code >= 500) return { outcome: 'unknown', detail: `${providerCode} ${error.description}` };
  const channelBroken = isChannelBroken(error.code) || undefined;
  return known({ outcome: 'declined', reason, providerCode, detail, channelBroken });
}
