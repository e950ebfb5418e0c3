import type { StatusReason } from '@parley/contracts/events';
import { known } from '../json';
import { type NotSent, unexplained } from '../not-sent';

/** Apple distinguishes errors only by HTTP status. */
const reasons = new Map<number, StatusReason>([
  [400, 'message_invalid'],
  // The contact deleted the conversation: only they can start it again.
  [403, 'unreachable'],
  [404, 'wrong_number'],
  [413, 'too_long'],
]);

export function isChannelBroken(providerCode: string): boolean {
  return providerCode === 'http_401';
}

export function failure(response: Response): NotSent {
  const meant = unexplained(response);
  if (meant.outcome !== 'declined') return meant;
  const reason = reasons.get(response.status) ?? 'delivery_failure';
  return known({ ...meant, reason, channelBroken: response.status === 401 || undefined });
}
