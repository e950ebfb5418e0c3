import { identifier, isRecord, record } from '../json';

/** Returns the chat id of an update, which is the same in all updates about one person. */
export function partyOf(update: unknown): string | undefined {
  for (const part of Object.values(record(update)).filter(isRecord)) {
    const chat = identifier(record(part.chat).id) ?? identifier(record(record(part.message).chat).id);
    if (chat) return chat;
  }
  return undefined;
}
