const PREFIX = 'broadcast/';

/** The `clientKey` of a message of a broadcast or of its test message. Keys that clients choose contain no slash. */
export function broadcastKey(messageId: string): string {
  return `${PREFIX}${messageId}`;
}

/** Whether a message belongs to a broadcast or is its test message. Earlier releases wrote `broadcast/<attempt>`. */
export function isBroadcastKey(clientKey: string): boolean {
  return clientKey.startsWith(PREFIX);
}
