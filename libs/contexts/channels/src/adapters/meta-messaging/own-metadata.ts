const OURS = /^parley:([0-9a-f-]{36})$/;

/** The metadata that we send with each message. Its echo contains them, so that we recognise our own messages. */
export function ownMetadata(messageId: string): string {
  return `parley:${messageId}`;
}

/** Our id of an echoed message; undefined if we did not send it. */
export function messageIdIn(metadata: string | undefined): string | undefined {
  return metadata && OURS.exec(metadata)?.[1];
}
