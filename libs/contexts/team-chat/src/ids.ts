import { v5 as uuidV5 } from 'uuid';

/** The participant that a user is in a chat. */
export function participantIdOf(chatId: string, userId: string): string {
  return uuidV5(userId, chatId);
}

/** The entry that a `tmpId` of its writer names: the same however often it is sent. */
export function entryIdOf(chatId: string, userId: string, tmpId: string): string {
  return uuidV5(`${userId} ${tmpId}`, chatId);
}

/** The chat that these people begin for the nth time. */
export function chatIdOf(customerId: string, userIds: readonly string[], nth: number): string {
  return uuidV5(`team chat ${nth} of ${[...new Set(userIds)].sort().join(' ')}`, customerId);
}
