import { v5 as uuidV5 } from 'uuid';

/** The stream of what a provider says of one of its ids on one channel. */
export function idOfProviderMessage(channelId: string, externalId: string): string {
  // A provider's id is text from outside: half a surrogate pair in it has no bytes to hash.
  return uuidV5(externalId.toWellFormed(), channelId);
}

/** What a client knows one part of a send by: its text, or a file of it. */
export function clientKeyOf(idempotencyKey: string, index: number): string {
  return `${idempotencyKey}:${index}`;
}

/** A note that a user leaves: the same key of the same user in the same conversation is the same note. */
export function idOfNote(customerId: string, userId: string, chatId: string, idempotencyKey: string): string {
  return uuidV5(`${userId}/${chatId}/${idempotencyKey}`, customerId);
}

/** The message that says a failed one again for one user: the same key of theirs is the same one. */
export function idOfRepeat(
  customerId: string,
  { userId, failedId, idempotencyKey }: { userId: string; failedId: string; idempotencyKey: string },
): string {
  return uuidV5(`${userId}/retry/${failedId}/${idempotencyKey}`, customerId);
}

/** The stream of a part that a user asks to send: the same key of the same user is the same message. */
export function idOfSentPart(
  customerId: string,
  userId: string,
  idempotencyKey: string,
  index: number,
): string {
  return uuidV5(`${userId}/${clientKeyOf(idempotencyKey, index)}`, customerId);
}
