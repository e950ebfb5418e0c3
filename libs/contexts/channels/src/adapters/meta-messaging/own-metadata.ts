const OURS = /^parley:([0-9a-f-]{36})$/;

/** What goes with each message of ours and comes back with its echo. */
export function ownMetadata(messageId: string): string {
  return `parley:${messageId}`;
}

/** Our id of the message that an echo is of, where we sent it. */
export function messageIdIn(metadata: string | undefined): string | undefined {
  return metadata && OURS.exec(metadata)?.[1];
}
