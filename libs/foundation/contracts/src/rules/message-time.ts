import type { MessageContent } from '../events/message-content';

/** An e-mail whose Date header is older than this at its receipt is ordered and measured by its receipt. */
export const MAX_EMAIL_AGE_MS = 5 * 24 * 60 * 60_000;

/** The facts of a message's first event that decide its time. */
interface Dated {
  contentType: MessageContent['type'];
  /** ISO 8601, or absent for messages of our own. */
  providerTime?: string;
}

/**
 * The time by which a message is ordered and measured: the earlier of its provider's time and its receipt. A provider
 * whose clock runs ahead cannot push a message below later ones. The Date header of an e-mail is its sender's to choose:
 * MAX_EMAIL_AGE_MS before the receipt, the receipt counts.
 * @param recordedTime the receipt, ISO 8601 UTC
 */
export function messageTime({ contentType, providerTime }: Dated, recordedTime: string): string {
  if (providerTime === undefined || hasOddDate({ contentType, providerTime }, recordedTime))
    return recordedTime;
  const lag = Date.parse(recordedTime) - Date.parse(providerTime);
  return lag > 0 ? providerTime : recordedTime;
}

/** Whether an e-mail's Date header lies so far from its receipt that both are shown. */
export function hasOddDate({ contentType, providerTime }: Dated, recordedTime: string): boolean {
  if (contentType !== 'email' || providerTime === undefined) return false;
  const lag = Date.parse(recordedTime) - Date.parse(providerTime);
  return !(Math.abs(lag) <= MAX_EMAIL_AGE_MS);
}
