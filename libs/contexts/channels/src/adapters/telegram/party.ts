import { identifier, isRecord, record } from '../json';

/** The chat of an update: all updates about a person have the id of their chat. */
export function partyOf(update: unknown): string | undefined {
  for (const part of Object.values(record(update)).filter(isRecord)) {
    const chat = identifier(record(part.chat).id) ?? identifier(record(record(part.message).chat).id);
    if (chat) return chat;
  }
  return undefined;
}
