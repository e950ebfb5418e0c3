import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import type { ChatEntry, CreatedResponse } from '@parley/contracts/api/conversations';
import type { NoteRequest } from '@parley/contracts/api/conversations.requests';
import { api } from '../../../lib/api-client';
import { createKeyedStore } from '../../../lib/keyed-store';
import { localEntries, writeLocal } from '../../../lib/local-storage';
import { RequestFailed } from '../../../lib/problem';
import { toastFailure } from '../../../lib/toast';

/** A note on its way to the server. The same key is the same note, so it may be sent again. */
export interface PendingNote {
  clientKey: string;
  chatId: string;
  userId: string;
  text: string;
  /** ISO 8601. */
  createdAt: string;
}

const none: PendingNote[] = [];
const prefix = 'parley.note.';
const MOST_TRIES = 5;

export const pendingNotes = createKeyedStore(none);

/** The note that was begun, by conversation. */
export const noteDrafts = createKeyedStore('', localEntries(prefix));

export function saveNoteDraft(chatId: string, text: string): void {
  noteDrafts.set(chatId, text);
  writeLocal(prefix + chatId, text || null);
}

/** Leaves a note, at once on the screen; refused, its words are back where they were written. */
export function useAddNote() {
  return useMutation({
    mutationFn: ({ chatId, text, clientKey }: PendingNote) =>
      api<CreatedResponse>(`/api/v3/messaging-chats/${chatId}/internal-comments`, {
        method: 'POST',
        body: { text, idempotencyKey: clientKey } satisfies NoteRequest,
      }),
    retry: (tries, error) => error instanceof RequestFailed && error.isPassing && tries < MOST_TRIES,
    onMutate: (note) => pendingNotes.update(note.chatId, (notes) => [...notes, note]),
    onError: (error, { chatId, clientKey, text }) => {
      forget(chatId, new Set([clientKey]));
      const begun = noteDrafts.get(chatId);
      saveNoteDraft(chatId, begun ? `${text}\n${begun}` : text);
      toastFailure(error, i18next.t('note.notSaved'));
    },
  });
}

/** Forgets what the thread has by now. */
export function settleNotes(chatId: string, entries: ChatEntry[]): void {
  if (pendingNotes.get(chatId) !== none) forget(chatId, new Set(entries.map((entry) => entry.clientKey)));
}

function forget(chatId: string, arrived: Set<string | null>): void {
  const left = pendingNotes.get(chatId).filter(({ clientKey }) => !arrived.has(clientKey));
  if (left.length < pendingNotes.get(chatId).length) pendingNotes.set(chatId, left.length > 0 ? left : none);
}

/** What the thread shows of notes on their way. */
export function optimisticNotes(notes: PendingNote[], entries: ChatEntry[]): ChatEntry[] {
  const arrived = new Set(entries.map((entry) => entry.clientKey));
  return notes
    .filter(({ clientKey }) => !arrived.has(clientKey))
    .map(({ chatId, clientKey, userId, text, createdAt }) => ({
      id: clientKey,
      chatId,
      clientKey,
      position: '',
      direction: 'none',
      type: 'information',
      variant: 'internal-comment',
      message: text,
      content: null,
      assets: [],
      event: null,
      context: null,
      reactions: [],
      isEdited: false,
      earlier: [],
      isDeleted: false,
      status: 'pending',
      statusReason: null,
      statusDetail: null,
      heldUntil: null,
      createdById: userId,
      createdByEntity: 'user',
      time: createdAt,
      createdAt,
    }));
}
