import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import type { Chat, ChatResponse, CommandResponse, Page } from '@parley/contracts/api/conversations';
import type { LabelRequest } from '@parley/contracts/api/contacts.requests';
import type { AssignRequest, SeenRequest, TagRequest } from '@parley/contracts/api/conversations.requests';
import { entriesOf } from '../../../conversation/live/transcript';
import { api } from '../../../lib/api-client';
import { codeOf, problemOf, RequestFailed, retryPassing } from '../../../lib/problem';
import { toastFailure, toastMessage } from '../../../lib/toast';
import { inboxHere } from '../address';
import { messaging } from '../messaging';
import { useViewer } from '../viewer';
import { textOfConflict, type Holder } from './assignment-conflict';
import { chatQuery, listQuery, listsKey } from './queries';
import { showChat } from './sync';

const chats = '/api/v3/messaging-chats';
/** Over about a minute. Later it may be unread again because somebody wanted that. */
const READ_RETRIES = 6;
const post = (chatId: string, command: string, body: unknown = {}) =>
  api<CommandResponse>(`${chats}/${chatId}/${command}`, { method: 'POST', body });

export interface Assignee {
  userId: string | null;
  teamId: string | null;
}

/** Assigns at once on the screen. Refused, the screen shows what the server has, and says who was faster. */
export function useAssign() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    // One after the other: each names the assignee that the one before leaves.
    scope: { id: 'assign' },
    mutationFn: ({ chat, to }: { chat: Chat; to: Assignee }) => {
      const expected = { userId: chat.assignedUserId, teamId: chat.assignedTeamId };
      return post(chat.id, 'assign', { ...to, expected } satisfies AssignRequest);
    },
    onMutate: ({ chat, to }) =>
      showChat(client, { ...chat, assignedUserId: to.userId, assignedTeamId: to.teamId }, viewer),
    onSuccess: () => refill(client),
    onError: async (error, { chat }) => {
      const actual = await restore(client, chat, viewer);
      if (codeOf(error) !== 'assignment_changed') return toastFailure(error);
      showHolder(client, actual, problemOf(error)?.assignee, viewer);
      toastMessage(await textOfConflict(client, problemOf(error)?.assignee), 'yellow');
    },
  });
}

/** Archives what has been seen: a message beyond it opens the conversation again. */
export function useArchive() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: async (chat: Chat) => {
      const seenUpTo = await newestPosition(client, chat.id);
      // The server takes no message for an archived conversation: one that was written before goes first.
      const { outbox } = messaging.of(chat.id);
      await outbox.flush();
      if (outbox.messages.get().some(({ state }) => state === 'waiting'))
        throw new RequestFailed('network', 0);
      return post(chat.id, 'archive', { seenUpTo } satisfies SeenRequest);
    },
    onMutate: (chat) => showChat(client, { ...chat, status: 'closed' }, viewer),
    onSuccess: () => refill(client),
    onError: async (error, chat) => {
      await restore(client, chat, viewer);
      toastFailure(error, i18next.t('toast.notArchived', { name: chat.contact.name }));
    },
  });
}

export function useUnarchive() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: (chat: Chat) => post(chat.id, 'unarchive'),
    onMutate: (chat) => showChat(client, { ...chat, status: 'open' }, viewer),
    onSuccess: () => refill(client),
    onError: async (error, chat) => {
      await restore(client, chat, viewer);
      toastFailure(error);
    },
  });
}

/** Puts a tag on, or takes it off, at once on the screen; refused, the screen shows what the server has. */
export function useTag() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: ({ chat, tagId, isOn }: { chat: Chat; tagId: string; isOn: boolean }) =>
      isOn
        ? post(chat.id, 'tags', { tagId } satisfies TagRequest)
        : api<CommandResponse>(`${chats}/${chat.id}/tags/${tagId}`, { method: 'DELETE' }),
    onMutate: ({ chat, tagId, isOn }) =>
      showChat(client, { ...chat, tagIds: toggled(chat.tagIds, tagId, isOn) }, viewer),
    onError: async (error, { chat }) => {
      await restore(client, chat, viewer);
      toastFailure(error);
    },
  });
}

/** The same for the labels of whom one talks to. */
export function useLabel() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: ({ chat, labelId, isOn }: { chat: Chat; labelId: string; isOn: boolean }) => {
      const labels = `/api/v3/contacts/${chat.contactId}/labels`;
      return isOn
        ? api<CommandResponse>(labels, { method: 'POST', body: { labelId } satisfies LabelRequest })
        : api<CommandResponse>(`${labels}/${labelId}`, { method: 'DELETE' });
    },
    onMutate: ({ chat, labelId, isOn }) => {
      const labelIds = toggled(chat.contact.labelIds, labelId, isOn);
      showChat(client, { ...chat, contact: { ...chat.contact, labelIds } }, viewer);
    },
    onError: async (error, { chat }) => {
      await restore(client, chat, viewer);
      // A colleague took it off first: that is what was wanted.
      if (codeOf(error) !== 'label_not_linked') toastFailure(error);
    },
  });
}

function toggled(ids: string[], id: string, isOn: boolean): string[] {
  const others = ids.filter((candidate) => candidate !== id);
  return isOn ? [...others, id] : others;
}

/** One after the other: what somebody marks unread is not read by what this window said before. */
const readingOf = (chatId: string) => ({ id: `reading ${chatId}` });

/** Says how far a conversation was read. Failing is silent: it is tried again for a while, and the next look says it again. */
export function useMarkRead(chatId: string) {
  return useMutation({
    scope: readingOf(chatId),
    mutationFn: (seenUpTo: string) => post(chatId, 'read', { seenUpTo } satisfies SeenRequest),
    retry: retryPassing(READ_RETRIES),
  });
}

/** What was read is unread again: for everyone, or for oneself where each reads for themselves. */
export function useMarkUnread(chatId: string) {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    scope: readingOf(chatId),
    mutationFn: (chat: Chat) => post(chat.id, 'unread'),
    onMutate: (chat) => showChat(client, { ...chat, read: false, unreadMessages: 1 }, viewer),
    onError: async (error, chat) => {
      await restore(client, chat, viewer);
      toastFailure(error);
    },
  });
}

/** Takes the conversation that has waited longest among the new ones. Answers its id, or null when none is left. */
export function useTakeNext() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: async () => {
      const chat = await longestWaiting(client, viewer);
      if (!chat) return null;
      const nobody = { userId: null, teamId: null };
      await post(chat.id, 'assign', {
        ...nobody,
        userId: viewer.userId,
        expected: nobody,
      } satisfies AssignRequest);
      showChat(client, { ...chat, assignedUserId: viewer.userId }, viewer);
      return chat.id;
    },
    onError: async (error) => {
      if (codeOf(error) !== 'assignment_changed') return toastFailure(error);
      toastMessage(await textOfConflict(client, problemOf(error)?.assignee), 'yellow');
    },
  });
}

async function longestWaiting(client: QueryClient, viewer: ListViewer): Promise<Chat | undefined> {
  const key = {
    inbox: inboxHere(),
    list: 'new',
    teamId: null,
    page: 1,
    sortBy: 'longestWaiting',
    filter: {},
  } as const;
  const { data } = await client.fetchQuery({ ...listQuery(key, viewer), staleTime: 0 });
  return data[0];
}

/** Position of the newest entry on the screen, or of the thread's newest where it is not open. */
export async function newestPosition(client: QueryClient, chatId: string): Promise<string> {
  const transcript = await client.ensureInfiniteQueryData(messaging.transcripts.query(chatId));
  return entriesOf(transcript).reduce(
    (newest, { position }) => (position > newest ? position : newest),
    '0'.repeat(20),
  );
}

/** A list that gave up a row fetches what comes behind it. */
export function refill(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: listsKey,
    predicate: ({ state }) => isShort(state.data as Page<Chat> | undefined),
  });
}

function isShort(page: Page<Chat> | undefined): boolean {
  return !!page && page.data.length < Math.min(page.perPage, page.total - (page.page - 1) * page.perPage);
}

/** Puts back what the server has, or what was there when it does not answer. */
export async function restore(client: QueryClient, before: Chat, viewer: ListViewer): Promise<Chat> {
  const response = await client
    .fetchQuery({ ...chatQuery(before.id), staleTime: 0 })
    .catch((): ChatResponse | null => null);
  const chat = response?.chat ?? before;
  showChat(client, chat, viewer);
  return chat;
}

/** Shows who won a conflict before the rows do. */
export function showHolder(
  client: QueryClient,
  chat: Chat,
  holder: Holder | undefined,
  viewer: ListViewer,
): void {
  if (!holder) return;
  showChat(client, { ...chat, assignedUserId: holder.userId, assignedTeamId: holder.teamId }, viewer);
}
