import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { newId } from '../../../lib/id';
import { draftKeepers } from './drafts';
import { keyOfRepeat } from '@parley/contracts/api/client-key';
import { isOptimistic, type OptimisticEntry, type Outgoing, type SendContent } from './outbox';
import { seenIn } from './seen';
import { outbox } from './sending';

/** Puts a message or a note on its way. It shows in the thread at once. */
export function send(
  { id: chatId, contact }: Chat,
  userId: string,
  content: SendContent,
  options: Partial<
    Pick<
      Outgoing,
      'kind' | 'assets' | 'draftVersion' | 'draftSeen' | 'holdForSeconds' | 'repeated' | 'idempotencyKey'
    >
  > = {},
): Outgoing {
  const message: Outgoing = {
    idempotencyKey: newId(),
    kind: 'reply',
    chatId,
    name: contact.name,
    userId,
    content,
    assets: [],
    seenUpTo: seenIn(chatId),
    createdAt: new Date().toISOString(),
    state: 'waiting',
    code: null,
    ...options,
  };
  outbox.add(message);
  return message;
}

/** Sends a message that failed again: as itself while the server never took it, else as a new one that says the same. */
export function sendAgain(entry: ChatEntry | OptimisticEntry, chat: Chat, userId: string): void {
  if (isOptimistic(entry)) return outbox.retry({ ...entry.outgoing, seenUpTo: seenIn(entry.chatId) });
  const { id, type, message, content, assets } = entry;
  send(
    chat,
    userId,
    { retryOf: id },
    { idempotencyKey: keyOfRepeat(id), repeated: { type, message, content, assets } },
  );
}

export function discard({ outgoing }: OptimisticEntry): void {
  outbox.discard(outgoing);
  const { kind, chatId, draftVersion, draftSeen } = outgoing;
  const version = draftVersion ?? draftSeen;
  if (version) void draftKeepers[kind].forget(chatId, version);
}
