import { v5 as uuidV5 } from 'uuid';

/** The id of the stream for a provider's message id on one channel. */
export function idOfProviderMessage(channelId: string, externalId: string): string {
  // The id is text from outside: a lone surrogate cannot be encoded for hashing.
  return uuidV5(externalId.toWellFormed(), channelId);
}

/** The client's key of one part of a send: part 0, 1, … */
export function clientKeyOf(idempotencyKey: string, index: number): string {
  return `${idempotencyKey}:${index}`;
}

/** The id of a note: the same key of the same user in the same conversation is the same note. */
export function idOfNote(customerId: string, userId: string, chatId: string, idempotencyKey: string): string {
  return uuidV5(`${userId}/${chatId}/${idempotencyKey}`, customerId);
}

/** The id of the message that repeats a failed one: the same key of the same user is the same message. */
export function idOfRepeat(
  customerId: string,
  { userId, failedId, idempotencyKey }: { userId: string; failedId: string; idempotencyKey: string },
): string {
  return uuidV5(`${userId}/retry/${failedId}/${idempotencyKey}`, customerId);
}

/** The id of one part of a send: the same key and index of the same user is the same message. */
export function idOfSentPart(
  customerId: string,
  userId: string,
  idempotencyKey: string,
  index: number,
): string {
  return uuidV5(`${userId}/${clientKeyOf(idempotencyKey, index)}`, customerId);
}
