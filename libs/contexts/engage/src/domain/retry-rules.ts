import type { StatusReason } from '@parley/contracts/events';

/**
 * WhatsApp's error code for "not now, to keep its users' trust": marketing to this person may be accepted a day
 * later.
 */
export const HEALTHY_ECOSYSTEM = '131049';
/** Hours until a message with that error is sent again. */
export const ECOSYSTEM_WAIT_HOURS = 24;
/** Maximum number of messages to one recipient, including failed ones. */
export const MAX_ATTEMPTS = 3;

/** Reasons of temporary failures: a retry does not help if the message or the recipient is at fault. */
export const retryableReasons: readonly StatusReason[] = [
  'delivery_failure',
  'insufficient_credits',
  'unreachable',
];
