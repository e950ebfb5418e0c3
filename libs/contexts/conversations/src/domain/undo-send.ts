/** Name of the scheduled command that sends a delayed message at the end of its delay. */
export const RELEASE_SEND = 'release-send';

const MAX_DELAY_MS = 365 * 24 * 3_600_000;

/** The delay of a message: for undo send, or until a time that the sender chose. */
export interface SendDelay {
  /** Id of the user who sends the message. */
  userId: string;
  /** End of the delay, ISO 8601 UTC. */
  until: string;
  /** Whether the sender chose the time; false for the delay of undo send. */
  isScheduled: boolean;
}

/**
 * The delay of one part of a send; undefined if the part is sent immediately. Each part's delay ends 1 ms after that
 * of the part before it, because scheduled commands with the same time have no order.
 * @param request the seconds of undo send, or the time that the sender chose
 * @param part.index index of the part in the send, from 0
 */
export function delayOf(
  { holdForSeconds, sendAt }: { holdForSeconds?: number; sendAt?: string },
  { userId, now, index }: { userId: string; now: string; index: number },
): SendDelay | undefined {
  if (sendAt) return { userId, until: after(sendAt, index), isScheduled: true };
  if (!holdForSeconds) return undefined;
  return { userId, until: after(now, holdForSeconds * 1_000 + index), isScheduled: false };
}

/** Whether a chosen time is in the future, and at most 365 days away. */
export function isSendTime(sendAt: string, now: string): boolean {
  return sendAt > now && sendAt <= after(now, MAX_DELAY_MS);
}

function after(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString();
}
