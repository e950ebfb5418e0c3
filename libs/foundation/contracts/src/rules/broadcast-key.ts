const PREFIX = 'broadcast/';

/** The `clientKey` of a message of a broadcast, or of its trial. A key of a client has no slash. */
export function broadcastKey(messageId: string): string {
  return `${PREFIX}${messageId}`;
}

/** Whether a broadcast, or its trial, is what a message is of. Earlier releases wrote `broadcast/<attempt>`. */
export function isBroadcastKey(clientKey: string): boolean {
  return clientKey.startsWith(PREFIX);
}
