import type { StatusReason } from '@parley/contracts/events';

/** Twilio's codes for refused requests and for messages that failed later. */
const codesOf: Partial<Record<StatusReason, number[]>> = {
  message_invalid: [
    ...[21602, 21619, 21620, 21623, 21654, 21655, 21656, 30019, 63005, 63013, 63019, 63021],
    ...[63027, 63028, 63029, 63030, 63040, 63041, 63042],
  ],
  outside_window: [63016],
  not_whatsapp_registered: [63003, 63024],
  insufficient_credits: [63020],
  too_long: [21605, 21617],
  unreachable: [21612, 30003, 63032],
  wrong_number: [21211, 21217, 21614, 30005, 30006, 63031],
  blacklisted: [21610, 30004, 63014, 63033],
};

const reasons = new Map(
  Object.entries(codesOf).flatMap(([reason, codes]) => codes.map((code) => [code, reason as StatusReason])),
);

/** Codes of refused requests that Twilio may accept a little later. */
const retryable = new Set([14107, 20429, 21611, 30001, 63018]);

/** Codes of errors for which the account, its token or its number is at fault. */
const brokenChannel = new Set([20003, 20005, 21603, 21606, 21659, 21660, 30002, 63007, 63051]);

/** Why a message was declined. As long as the worker still retries, the message shows `waiting` instead. */
export function reasonOf(code: number | undefined): StatusReason {
  return reasons.get(code ?? -1) ?? 'delivery_failure';
}

export function isRetryable(code: number): boolean {
  return retryable.has(code);
}

export function isChannelBroken(code: number): boolean {
  return brokenChannel.has(code);
}
