import type { StatusReason } from '@parley/contracts/events';

/**
 * Codes of refused requests: of the SMS API, of the Conversations API, and of WhatsApp, which MessageBird passes on.
 */
const codesOf: Partial<Record<StatusReason, number[]>> = {
  message_invalid: [9, 10, 20, 21, 1002, 1004, 1005],
  insufficient_credits: [25],
  outside_window: [470, 131047],
  not_whatsapp_registered: [1013, 131026],
  too_long: [1009],
};

const reasons = new Map(
  Object.entries(codesOf).flatMap(([reason, codes]) => codes.map((code) => [code, reason as StatusReason])),
);

/** Network codes in delivery reports about undelivered SMS. */
const networkCodes: Partial<Record<StatusReason, number[]>> = {
  wrong_number: [1, 2, 3, 5],
  unreachable: [6, 9, 10, 11, 12, 21, 27, 31, 33],
  blacklisted: [13, 103, 104],
  insufficient_credits: [101],
};

const networkReasons = new Map(
  Object.entries(networkCodes).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason as StatusReason]),
  ),
);

/** Texts in delivery reports without a code. */
const reasonWords: Record<string, StatusReason> = {
  'unknown subscriber': 'wrong_number',
  'unavailable subscriber': 'unreachable',
  expired: 'unreachable',
  'opted out': 'blacklisted',
  'carrier rejected': 'delivery_failure',
  'insufficient balance': 'insufficient_credits',
};

/** Codes for an access key that is wrong or lacks a permission. */
const brokenChannel = new Set([2, 1001, 1003]);

/** Why a request, or a message of the Conversations API, was declined. */
export function reasonOf(code: number | undefined): StatusReason {
  return reasons.get(code ?? -1) ?? 'delivery_failure';
}

/** Why an SMS was not delivered, from its delivery report. */
export function reasonOfReport(code: number | undefined, words: string | undefined): StatusReason {
  return networkReasons.get(code ?? -1) ?? reasonWords[words?.toLowerCase() ?? ''] ?? 'delivery_failure';
}

export function isChannelBroken(code: number): boolean {
  return brokenChannel.has(code);
}
