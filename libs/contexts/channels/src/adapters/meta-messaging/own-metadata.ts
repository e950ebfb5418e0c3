const OURS = /^parley:([0-9a-f-]{36})$/;

/** The metadata of each message that we send; its echo contains them. */
export function ownMetadata(messageId: string): string {
  return `parley:${messageId}`;
}

/** Our id of an echoed message; undefined if we did not send it. */
export function messageIdIn(metadata: string | undefined): string | undefined {
  return metadata && OURS.exec(metadata)?.[1];
}
