import { identifier, isRecord, record } from '../json';

/** The chat that an update is about: everything about one person comes in theirs. */
export function partyOf(update: unknown): string | undefined {
  for (const part of Object.values(record(update)).filter(isRecord)) {
    const chat = identifier(record(part.chat).id) ?? identifier(record(record(part.message).chat).id);
    if (chat) return chat;
  }
  return undefined;
}
