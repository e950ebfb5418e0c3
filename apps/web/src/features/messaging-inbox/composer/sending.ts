import type { NoteRequest, SendRequest } from '@parley/contracts/api/conversations.requests';
import { api } from '../../../lib/api-client';
import { errorText } from '../../../lib/i18n';
import { localEntries, onStoredElsewhere, writeLocal } from '../../../lib/local-storage';
import { toastMessage } from '../../../lib/toast';
import { isOpenNow } from '../address';
import { noteHeld } from './held';
import { Outbox, type Outgoing } from './outbox';
import { toastRefused } from './refused-toast';
import { restoreUploads } from './uploads';

const prefix = 'parley.outbox.';

function readKept(): Outgoing[] {
  return localEntries(prefix).flatMap(([key, json]): Outgoing[] => {
    try {
      const kept = JSON.parse(json) as Outgoing | Omit<Outgoing, 'kind'>[];
      if (!Array.isArray(kept)) return [kept];
      // As they were kept before there were notes among them: those of a conversation together.
      writeLocal(prefix + key, null);
      return kept.map((message) => ({ ...message, kind: 'reply' }));
    } catch {
      return [];
    }
  });
}

/** The one outbox of this window. */
export const outbox = new Outbox({
  send: (message) => (message.kind === 'note' ? addNote(message) : sendMessage(message)),
  onHeld: ({ idempotencyKey }, seconds) => noteHeld(idempotencyKey, seconds),
  onDoneBefore: ({ chatId, assets }, code) => {
    // Files were added in one window: they went with no other's message.
    restoreUploads(chatId, assets);
    toastMessage(errorText(code), 'yellow');
  },
  onRefused: (message, code) => {
    // Where its conversation is open, the thread says so: unless it is no more to be seen.
    if (code === 'not_found' || !isOpenNow(message.chatId)) toastRefused(message, code);
  },
  keep: (key, message) => writeLocal(prefix + key, message && JSON.stringify(message)),
  kept: readKept(),
});

onStoredElsewhere(prefix, (key, json) => {
  if (json === null) outbox.settledElsewhere(key);
});

/** Sends the server what this browser keeps of what it does not have, whichever window wrote it. */
export async function flushKeptMessages(): Promise<void> {
  outbox.adopt(readKept());
  await outbox.flushAll();
}

function sendMessage(message: Outgoing): Promise<unknown> {
  const { chatId, content, idempotencyKey, seenUpTo, draftVersion, draftSeen, holdForSeconds } = message;
  const rest = { idempotencyKey, seenUpTo, draftVersion, draftSeen, holdForSeconds };
  const body: SendRequest = { chat: { id: chatId }, content, ...rest };
  return api('/api/v3/messages/send', { method: 'POST', body });
}

function addNote({ chatId, content, idempotencyKey, draftVersion, draftSeen }: Outgoing): Promise<unknown> {
  const body: NoteRequest = { text: content.text ?? '', idempotencyKey, draftVersion, draftSeen };
  return api(`/api/v3/messaging-chats/${chatId}/internal-comments`, { method: 'POST', body });
}
