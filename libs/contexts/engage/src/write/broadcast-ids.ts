import { v5 as uuidV5 } from 'uuid';

/** Derives the id of the message to one recipient, so that queuing it again is a no-op. */
export function idOfBroadcastMessage(broadcastId: string, contactId: string, attempt: number): string {
  return uuidV5(`${contactId}/${attempt}`, broadcastId);
}

/** Derives the id of the batch that begins after the contact `after`; `after` is null for the first batch. */
export function idOfPlannedBatch(broadcastId: string, after: string | null): string {
  return uuidV5(`planned/${after ?? ''}`, broadcastId);
}

/** Derives the id of the broadcast that repeats another one on a day such as `2026-11-24`. */
export function idOfRepeat(broadcastId: string, day: string): string {
  return uuidV5(`repeat/${day}`, broadcastId);
}
