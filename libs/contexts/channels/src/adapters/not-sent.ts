import type { StatusReason } from '@parley/contracts/events';
import type { SendResult } from './adapter';
import { retryAfterMs } from './http';
import { known } from './json';

export type NotSent = Exclude<SendResult, { outcome: 'sent' }>;

/** Declines a message that no provider could accept as it is. */
export function invalid(detail: string, channelBroken?: boolean): NotSent {
  return known({ outcome: 'declined', reason: 'message_invalid', detail, channelBroken });
}

/** The result of a request that did not reach the provider: it can be retried. */
export function unreached(detail: string): NotSent {
  return { outcome: 'throttled', reason: 'delivery_failure', providerCode: detail };
}

/** Maps a response without an error code of the provider to a result. */
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
  // A gateway that gives up may have forwarded the request, and the provider may have sent the message even if its
  // success response lacks an id.
  if (response.ok || response.status >= 500) return { outcome: 'unknown', detail };
  const channelBroken = response.status === 401 || response.status === 403 || undefined;
  return known({
    ...{ outcome: 'declined' as const, reason: 'delivery_failure' as const, providerCode, detail },
    channelBroken,
  });
}

/**
 * Maps a response with an error code of the provider to a result.
 * @param meaning meaning of the code in the provider's list of errors
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

/**
 * Turns an unknown outcome of a request before the message, such as an upload, into a retry: the message was not
 * sent.
 */
export function beforeSending(failure: NotSent): NotSent {
  return failure.outcome === 'unknown' ? unreached(failure.detail) : failure;
}
