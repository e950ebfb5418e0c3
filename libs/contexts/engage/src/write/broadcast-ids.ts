import { v5 as uuidV5 } from 'uuid';

/** The message to one recipient of a broadcast: however often it is asked for, it is the same one. */
export function idOfBroadcastMessage(broadcastId: string, contactId: string, attempt: number): string {
  return uuidV5(`${contactId}/${attempt}`, broadcastId);
}

/** The batch of recipients that begins after somebody of the list. */
export function idOfPlannedBatch(broadcastId: string, after: string | null): string {
  return uuidV5(`planned/${after ?? ''}`, broadcastId);
}

/** The broadcast that repeats another one on a day, `2026-11-24`. */
export function idOfRepeat(broadcastId: string, day: string): string {
  return uuidV5(`repeat/${day}`, broadcastId);
}
