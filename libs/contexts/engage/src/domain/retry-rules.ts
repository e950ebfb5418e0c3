import type { StatusReason } from '@parley/contracts/events';

/** WhatsApp's word for "not now, to keep its users' trust": marketing to this person may pass a day later. */
export const HEALTHY_ECOSYSTEM = '131049';
/** Hours until such a message is tried once more. */
export const ECOSYSTEM_WAIT_HOURS = 24;
/** Messages that one recipient may cost, those that failed included. */
export const MOST_ATTEMPTS = 3;

/** Failures that may pass: what is wrong with the message or with the person does not. */
export const retryableReasons: readonly StatusReason[] = [
  'delivery_failure',
  'insufficient_credits',
  'unreachable',
];
