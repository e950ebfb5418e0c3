import type { EntriesPage, EntryResponse, WithdrawResponse } from '@parley/contracts/api/conversations';
import type { NoteRequest, SendRequest } from '@parley/contracts/api/conversations.requests';
import type { ChatDraftsResponse, DraftsResponse } from '@parley/contracts/api/drafts';
import type { GalleryResponse } from '@parley/contracts/api/gallery';
import type { Outgoing } from '../../conversation/composer/outbox';
import { Conversations } from '../../conversation/conversations';
import { api, query } from '../../lib/api-client';
import { apiOf, inboxHere, isOpenNow } from './address';
import { isTooLate } from './composer/too-late';

const chats = '/api/v3/messaging-chats';
const draftsOf = (chatId: string) => `${chats}/${chatId}/drafts`;

/** State of all conversations with contacts in this window, and the requests about them. */
export const messaging = new Conversations({
  name: 'messaging',
  keptUnder: { reply: 'parley.draft.', note: 'parley.note.', outbox: 'parley.outbox.' },
  entries: (chatId, cursor, limit, signal) =>
    api<EntriesPage>(`${apiOf(inboxHere())}-chats/${chatId}/entries${query({ ...cursor, limit })}`, {
      signal,
    }),
  entry: (_chatId, id, signal) => api<EntryResponse>(`${chats}/entries/${id}`, { signal }),
  send: (message) => (message.kind === 'note' ? addNote(message) : sendMessage(message)),
  withdraw: async (idempotencyKey) => {
    const path = '/api/v3/messages/withdraw';
    return (await api<WithdrawResponse>(path, { method: 'POST', body: { idempotencyKey } })).withdrawn;
  },
  allDrafts: () => api<DraftsResponse>('/api/v3/drafts'),
  drafts: (chatId) => api<ChatDraftsResponse>(draftsOf(chatId)),
  saveDraft: (chatId, body) => api(draftsOf(chatId), { method: 'PUT', body }),
  uploadPath: (chatId) => `${chats}/${chatId}/assets`,
  fileUrl: (messageId, assetId) => `/api/v3/assets/${messageId}/${assetId}`,
  bytesPath: (messageId, assetId) => `/api/v3/assets/${messageId}/${assetId}/bytes`,
  gallery: (chatId, of, signal) =>
    api<GalleryResponse>(`${chats}/${chatId}/gallery${query({ of })}`, { signal }),
  zipPath: '/api/v3/assets/zip',
  isOpenNow,
  takesBack: isTooLate,
});

function sendMessage(message: Outgoing): Promise<unknown> {
  const { chatId, content, idempotencyKey, seenUpTo, draftVersion, draftSeen, holdForSeconds, sendAt } =
    message;
  const rest = { idempotencyKey, seenUpTo, draftVersion, draftSeen, holdForSeconds, sendAt };
  const body: SendRequest = { chat: { id: chatId }, content, ...rest };
  return api('/api/v3/messages/send', { method: 'POST', body });
}

function addNote({ chatId, content, mentions, ...outgoing }: Outgoing): Promise<unknown> {
  const { idempotencyKey, draftVersion, draftSeen } = outgoing;
  const named = { mentionedUserIds: mentions?.userIds, mentionedTeamIds: mentions?.teamIds };
  const body: NoteRequest = {
    text: content.text ?? '',
    ...(mentions && named),
    ...{ idempotencyKey, draftVersion, draftSeen },
  };
  return api(`${chats}/${chatId}/internal-comments`, { method: 'POST', body });
}
