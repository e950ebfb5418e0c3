import { v5 as uuidV5 } from 'uuid';

/** The id of the stream of a user's marks in a chat. */
export function participantIdOf(chatId: string, userId: string): string {
  return uuidV5(userId, chatId);
}

/** The id of an entry, the same for the same `tmpId` of a writer, so that a repeated request is a no-op. */
export function entryIdOf(chatId: string, userId: string, tmpId: string): string {
  return uuidV5(`${userId} ${tmpId}`, chatId);
}

/** The id of the chat that these users start for the nth time, counted from 0. */
export function chatIdOf(customerId: string, userIds: readonly string[], nth: number): string {
  return uuidV5(`team chat ${nth} of ${[...new Set(userIds)].sort().join(' ')}`, customerId);
}
