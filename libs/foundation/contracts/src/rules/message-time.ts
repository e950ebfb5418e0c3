import type { MessageContent } from '../events/message-content';

/** Maximum age of an e-mail by its Date header; the time of an older e-mail is its receipt. */
export const MAX_EMAIL_AGE_MS = 5 * 24 * 60 * 60_000;

/** The fields of a message's first event that determine its time. */
interface Dated {
  contentType: MessageContent['type'];
  /** ISO 8601; absent for messages that the organisation sends. */
  providerTime?: string;
}

/**
 * The time by which messages are sorted and measured: the provider's time or the receipt, whichever is earlier. A
 * provider whose clock
 * runs ahead thus cannot place a message after later ones. The sender chooses the Date header of an e-mail, so the
 * receipt counts if
 * the two are more than MAX_EMAIL_AGE_MS apart.
 * @param recordedTime the receipt, ISO 8601 UTC
 */
export function messageTime({ contentType, providerTime }: Dated, recordedTime: string): string {
  if (providerTime === undefined || hasOddDate({ contentType, providerTime }, recordedTime))
    return recordedTime;
  const lag = Date.parse(recordedTime) - Date.parse(providerTime);
  return lag > 0 ? providerTime : recordedTime;
}

/** Whether an e-mail's Date header is so far from its receipt that the screen shows both. */
export function hasOddDate({ contentType, providerTime }: Dated, recordedTime: string): boolean {
  if (contentType !== 'email' || providerTime === undefined) return false;
  const lag = Date.parse(recordedTime) - Date.parse(providerTime);
  return !(Math.abs(lag) <= MAX_EMAIL_AGE_MS);
}
