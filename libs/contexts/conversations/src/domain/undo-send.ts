/** Name of the scheduled command that sends a delayed message at the end of its delay. */
export const RELEASE_SEND = 'release-send';

const MAX_DELAY_MS = 365 * 24 * 3_600_000;

/** The delay of a message, either for undo send or until a time that the sender chose. */
export interface SendDelay {
  /** The sender. */
  userId: string;
  /** The end of the delay: ISO 8601 UTC. */
  until: string;
  /** The sender chose the time at which the message goes. */
  isScheduled: boolean;
}

/**
 * The delay of one part of a send. Each part ends 1 ms after the part before it: scheduled commands of one moment have no
 * order. Undefined if the part is sent at once.
 * @param request the seconds of undo send, or the time that the sender chose
 * @param part.index place of the part in the send, from 0
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
