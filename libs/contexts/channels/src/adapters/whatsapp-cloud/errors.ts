import type { StatusReason } from '@parley/contracts/events';

/** An error of the Graph API or of its webhooks. */
export interface GraphError {
  code: number;
  /** Title and details, as text for people. */
  detail?: string;
}

const codesOf: Partial<Record<StatusReason, number[]>> = {
  message_invalid: [
    100, 131008, 131009, 131051, 131052, 131053, 131062, 132000, 132001, 132007, 132008, 132012, 132015,
    132016, 132068, 135000,
  ],
  outside_window: [131047, 470],
  not_whatsapp_registered: [131026, 1013],
  insufficient_credits: [131042, 131044],
  too_long: [132005],
  wrong_number: [131021, 131030],
  blacklisted: [131050, 130497, 368, 131031],
  unreachable: [130472],
};

const reasons = new Map(
  Object.entries(codesOf).flatMap(([reason, codes]) => codes.map((code) => [code, reason as StatusReason])),
);

/** Codes after which the same request may succeed a little later. */
const retryable = new Set([2, 4, 80007, 130429, 131016, 131048, 131053, 131056, 131057]);

const brokenChannel = new Set([0, 3, 10, 190, 131005, 131037, 131045]);

/**
 * Why a message was declined, from the provider's code. As long as the worker still retries, the message shows
 * `waiting` instead. WhatsApp sends 131026 also for users of WhatsApp whom it cannot reach: only the worker knows
 * whether a person was reached before.
 */
export function reasonOf(error: GraphError): StatusReason {
  if (error.code === 131009 && /length|too long|characters/i.test(error.detail ?? '')) return 'too_long';
  return reasons.get(error.code) ?? 'delivery_failure';
}

export function isRetryable(code: number): boolean {
  return retryable.has(code);
}

/** Whether the account or its token is at fault, so that every message fails until an administrator acts. */
export function isChannelBroken(code: number): boolean {
  return brokenChannel.has(code) || (code >= 200 && code <= 299) || (code >= 133000 && code <= 133999);
}
