import type { StatusReason } from '@parley/contracts/events';
import type { SendResult } from './adapter';
import { retryAfterMs } from './http';
import { known } from './json';

export type NotSent = Exclude<SendResult, { outcome: 'sent' }>;

/** What nobody could send. */
export function invalid(detail: string, channelBroken?: boolean): NotSent {
  return known({ outcome: 'declined', reason: 'message_invalid', detail, channelBroken });
}

/** The provider was not reached, so that it may be asked again. */
export function unreached(detail: string): NotSent {
  return { outcome: 'throttled', reason: 'delivery_failure', providerCode: detail };
}

/** What an answer means that names no error of the provider's. */
export function unexplained(
  response: Response,
  detail = `The provider answered ${response.status}.`,
): NotSent {
  const providerCode = `http_${response.status}`;
  if (response.status === 429) {
    return known({
      ...{ outcome: 'throttled' as const, reason: 'delivery_failure' as const, providerCode },
      retryAfterMs: retryAfterMs(response),
    });
  }
  // A gateway that gives up may have passed the request on, and a success that names no message may be one.
  if (response.ok || response.status >= 500) return { outcome: 'unknown', detail };
  const channelBroken = response.status === 401 || response.status === 403 || undefined;
  return known({
    ...{ outcome: 'declined' as const, reason: 'delivery_failure' as const, providerCode, detail },
    channelBroken,
  });
}

/**
 * What an answer means that names an error by the provider's own code.
 * @param meaning what the provider's list says of that code
 */
export function refused(
  response: Response,
  { code, detail }: { code: number; detail?: string },
  meaning: { reason: StatusReason; isRetryable?: boolean; isChannelBroken: boolean },
): NotSent {
  const told = { reason: meaning.reason, providerCode: String(code), detail };
  if (meaning.isRetryable || response.status === 429) {
    return known({ outcome: 'throttled' as const, ...told, retryAfterMs: retryAfterMs(response) });
  }
  const channelBroken = meaning.isChannelBroken || response.status === 401 || undefined;
  return known({ outcome: 'declined' as const, ...told, channelBroken });
}

/** A failure before anything was sent is no doubt about the message. */
export function beforeSending(failure: NotSent): NotSent {
  return failure.outcome === 'unknown' ? unreached(failure.detail) : failure;
}
