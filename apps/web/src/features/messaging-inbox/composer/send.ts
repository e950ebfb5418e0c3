import type { ChatEntry } from '@parley/contracts/api/conversations';
import { newId } from '../../../lib/id';
import { draftKeeper } from './drafts';
import type { OptimisticEntry, Outgoing, SendContent } from './outbox';
import { seenIn } from './seen';
import { outbox } from './sending';

/** Puts a message on its way. It shows in the thread at once. */
export function send(
  chatId: string,
  userId: string,
  content: SendContent,
  options: Partial<
    Pick<Outgoing, 'assets' | 'draftVersion' | 'holdForSeconds' | 'repeated' | 'idempotencyKey'>
  > = {},
): Outgoing {
  const message: Outgoing = {
    idempotencyKey: newId(),
    chatId,
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

/** One message is sent again once: the key of the second comes from the first. */
const keyOfRepeat = (id: string) => `retry-${id}`;

/** Sends a message that failed again: as itself while the server never took it, else as a new one that says the same. */
export function sendAgain(entry: ChatEntry | OptimisticEntry, userId: string): void {
  if ('outgoing' in entry) return outbox.retry({ ...entry.outgoing, seenUpTo: seenIn(entry.chatId) });
  const { id, chatId, type, message, content, assets } = entry;
  send(
    chatId,
    userId,
    { retryOf: id },
    { idempotencyKey: keyOfRepeat(id), repeated: { type, message, content, assets } },
  );
}

/** Whether what could not be sent was sent again since, by whomever. */
export function wasSentAgain({ id, chatId }: ChatEntry, entries: ChatEntry[]): boolean {
  const key = keyOfRepeat(id);
  return (
    entries.some(({ clientKey }) => clientKey === `${key}:0`) ||
    outbox.messages.get(chatId).some(({ idempotencyKey }) => idempotencyKey === key)
  );
}

export function discard({ outgoing }: OptimisticEntry): void {
  outbox.discard(outgoing);
  if (outgoing.draftVersion) void draftKeeper.forget(outgoing.chatId, outgoing.draftVersion);
}
