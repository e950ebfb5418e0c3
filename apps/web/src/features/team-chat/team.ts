import type { ChatEntry, EntriesPage, EntryResponse } from '@parley/contracts/api/conversations';
import type { ChatDraftsResponse, DraftsResponse } from '@parley/contracts/api/drafts';
import type {
  TeamChatEntriesPage,
  TeamChatEntry,
  TeamChatParticipant,
} from '@parley/contracts/api/team-chats';
import { categoryOf, type Outgoing } from '../../conversation/composer/outbox';
import { Conversations } from '../../conversation/conversations';
import { api, query } from '../../lib/api-client';
import { createCell } from '../../lib/cell';
import { mentionedIn } from './mentions';
import { chatBeside } from './place-beside';

const path = '/api/v3/team-chats';

/** A team chat entry in the format of conversations with contacts, with the original entry. */
export interface ShownEntry extends ChatEntry {
  team: TeamChatEntry;
}

export const isTeamEntry = (entry: ChatEntry): entry is ShownEntry => 'team' in entry;

interface Reader {
  userId: string;
  /** Returns the users whom a text in a chat can mention. */
  namesOf: (chatId: string) => { userId: string; name: string }[];
}

/** The signed-in user; null until loaded, and until then no chat is opened. */
export const reader = createCell<Reader | null>(null);

const participantIds = new Map<string, Promise<string>>();

/** Returns the id of the user's own participant in a chat, which the API requires for reading entries. */
function participantIn(chatId: string): Promise<string> {
  const own = reader.get()?.userId ?? '';
  const key = `${own} ${chatId}`;
  let known = participantIds.get(key);
  if (!known) {
    known = api<{ data: TeamChatParticipant[] }>(`${path}/${chatId}/participants`).then(
      ({ data }) => data.find(({ userId }) => userId === own)?.id ?? '',
    );
    known.catch(() => participantIds.delete(key));
    participantIds.set(key, known);
  }
  return known;
}

/** State of all team chats in this window, and the requests about them. */
export const team = new Conversations({
  name: 'team',
  keptUnder: { reply: 'parley.draft-team.', note: 'parley.note-team.', outbox: 'parley.outbox-team.' },
  entries: async (id, cursor, limit, signal): Promise<EntriesPage> => {
    const asked = query({ ...cursor, limit });
    const own = await participantIn(id);
    const page = await api<TeamChatEntriesPage>(`${path}/${id}/participants/${own}/entries${asked}`, {
      signal,
    });
    return { ...page, data: page.data.map(shownEntry) };
  },
  entry: async (id, entryId, signal): Promise<EntryResponse> => {
    type Answer = { entry: TeamChatEntry; position: string; stale: boolean };
    const answer = await api<Answer>(`${path}/${id}/entries/${entryId}`, { signal });
    return { ...answer, entry: shownEntry(answer.entry) };
  },
  send,
  withdraw: () => Promise.resolve([]),
  allDrafts: () => api<DraftsResponse>(`${path}/drafts`),
  drafts: (id) => api<ChatDraftsResponse>(`${path}/${id}/drafts`),
  saveDraft: (id, body) => api(`${path}/${id}/drafts`, { method: 'PUT', body }),
  uploadPath: (id) => `${path}/${id}/assets`,
  fileUrl: (entryId, assetId) => `/api/v3/assets/team-chat-entries/${entryId}/${assetId}`,
  isOpenNow,
});

/** Whether a chat is on the screen: on its page, or beside a conversation. */
export function isOpenNow(id: string): boolean {
  return location.pathname === `/team-chat/${id}` || chatBeside.get() === id;
}

/**
 * Sends a message: its text and each file become separate entries, of which only the first replies to a message and
 * replaces the draft.
 */
async function send({
  chatId,
  idempotencyKey,
  content,
  assets,
  draftVersion,
  draftSeen,
}: Outgoing): Promise<void> {
  const { text, replyTo } = content;
  const mentions = text ? mentionedIn(text, reader.get()?.namesOf(chatId) ?? []) : [];
  const parts = [
    ...(text ? [{ type: 'text', message: text, mentions }] : []),
    ...assets.map(({ id }) => ({ type: 'asset', attachments: [id] })),
  ];
  for (const [index, part] of parts.entries()) {
    const first = index === 0 ? { replyTo, draftVersion, draftSeen } : {};
    const body = { tmpId: `${idempotencyKey}-${index}`, ...part, ...first };
    await api(`${path}/${chatId}/entries`, { method: 'POST', body });
  }
}

/**
 * Converts an entry to the format of conversations: the user's own appears on the right, others on the left with
 * their names.
 */
export function shownEntry(entry: TeamChatEntry): ShownEntry {
  const { id, chatId, position, type, message, replyTo, isEdited, isDeleted, createdAt, tmpId } = entry;
  const isOwn = entry.userId === reader.get()?.userId;
  return {
    ...{ id, chatId, position, type, message, isEdited, isDeleted, createdAt, time: createdAt },
    direction: isOwn ? 'out' : 'in',
    assets: entry.attachments.map(({ id: assetId, fileName, contentType, size }) => ({
      ...{ id: assetId, fileName, contentType, size, category: categoryOf(contentType), state: 'stored' },
    })),
    ...{ variant: null, content: null, event: null, identityId: null, earlier: [] },
    context: replyTo === null ? null : { replyTo: { messageId: replyTo } },
    // Left empty, because `EntryTools` shows the reactions with their authors.
    reactions: [],
    ...{ status: 'sent', statusReason: null, statusDetail: null },
    ...{ createdById: entry.userId, createdByEntity: 'user' },
    // Only the user's own entries can be in this window's outbox.
    clientKey: isOwn ? tmpId.replace(/-(\d+)$/, ':$1') : null,
    ...{ heldUntil: null, isScheduled: false, mentions: null },
    team: entry,
  };
}
