import { v5 as uuidV5 } from 'uuid';

/** The id of the stream for a provider's message id on one channel. */
export function idOfProviderMessage(channelId: string, externalId: string): string {
  // The id comes from outside and may contain a lone surrogate, which cannot be encoded for hashing.
  return uuidV5(externalId.toWellFormed(), channelId);
}

/** The client's key of one part of a send; `index` is 0 for the first part. */
export function clientKeyOf(idempotencyKey: string, index: number): string {
  return `${idempotencyKey}:${index}`;
}

/**
 * The id of a note, the same for the same key of a user in a conversation, so that a repeated request adds no second
 * note.
 */
export function idOfNote(customerId: string, userId: string, chatId: string, idempotencyKey: string): string {
  return uuidV5(`${userId}/${chatId}/${idempotencyKey}`, customerId);
}

/**
 * The id of the message that repeats a failed one, the same for the same key of a user, so that a repeated request is
 * a no-op.
 */
export function idOfRepeat(
  customerId: string,
  { userId, failedId, idempotencyKey }: { userId: string; failedId: string; idempotencyKey: string },
): string {
  return uuidV5(`${userId}/retry/${failedId}/${idempotencyKey}`, customerId);
}

/**
 * The id of one part of a send, the same for the same key and index of a user, so that a repeated request is a no-op.
 */
export function idOfSentPart(
  customerId: string,
  userId: string,
  idempotencyKey: string,
  index: number,
): string {
  return uuidV5(`${userId}/${clientKeyOf(idempotencyKey, index)}`, customerId);
}
