import { v5 as uuidV5 } from 'uuid';

/** The stream of what a provider says of one of its ids on one channel. */
export function idOfProviderMessage(channelId: string, externalId: string): string {
  // A provider's id is text from outside: half a surrogate pair in it has no bytes to hash.
  return uuidV5(externalId.toWellFormed(), channelId);
}

/** The stream of a message that a client asks to send: the same key of the same customer is the same message. */
export function idOfClientMessage(customerId: string, clientKey: string): string {
  return uuidV5(clientKey, customerId);
}
