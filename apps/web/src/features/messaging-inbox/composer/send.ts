import type { AssetResponse, Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { newId } from '../../../lib/id';
import { draftKeeper } from './drafts';
import type { OptimisticEntry, SendContent } from './outbox';
import { seenIn } from './seen';
import { outbox } from './sending';

/** Puts a message on its way. It shows in the thread at once. */
export function send(
  chatId: string,
  userId: string,
  content: SendContent,
  { assets = [], draftVersion }: { assets?: AssetResponse[]; draftVersion?: string } = {},
): void {
  outbox.add({
    idempotencyKey: newId(),
    chatId,
    userId,
    content,
    assets,
    draftVersion,
    seenUpTo: seenIn(chatId),
    createdAt: new Date().toISOString(),
    state: 'waiting',
    code: null,
  });
}

/** Sends a message that failed again: as itself while the server never took it, else as a new one that says the same. */
export function sendAgain(entry: ChatEntry | OptimisticEntry, chat: Chat, userId: string): void {
  if ('outgoing' in entry) return outbox.retry({ ...entry.outgoing, seenUpTo: seenIn(entry.chatId) });
  const { content, message } = entry;
  if (content?.type === 'template') {
    const { name, language, parameters, text } = content;
    return send(chat.id, userId, { template: { name, language, parameters, text } });
  }
  if (content?.type === 'location') {
    const { latitude, longitude, name, address } = content;
    return send(chat.id, userId, { location: { latitude, longitude, name, address } });
  }
  const assets = entry.assets.map(({ id, fileName, contentType, size }) => ({
    id,
    fileName: fileName ?? '',
    contentType,
    size: size ?? 0,
  }));
  const attachments = assets.length > 0 ? assets.map(({ id }) => id) : undefined;
  send(chat.id, userId, { text: message ?? undefined, attachments }, { assets });
}

export function discard({ outgoing }: OptimisticEntry): void {
  outbox.discard(outgoing);
  if (outgoing.draftVersion) void draftKeeper.forget(outgoing.chatId, outgoing.draftVersion);
}
