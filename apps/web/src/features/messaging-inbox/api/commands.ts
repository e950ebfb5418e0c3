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
/**
 * Number of retries, spread over about a minute; after a longer time, a colleague may have marked the conversation
 * unread on purpose.
 */
const READ_RETRIES = 6;
const post = (chatId: string, command: string, body: unknown = {}) =>
  api<CommandResponse>(`${chats}/${chatId}/${command}`, { method: 'POST', body });

export interface Assignee {
  userId: string | null;
  teamId: string | null;
}

/**
 * Mutation that assigns a conversation and shows it at once. If the server refuses, the screen returns to the
 * server's state and names the colleague who was faster.
 */
export function useAssign() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    // Requests run one after the other, because each names the assignee that the previous one set as the expected
    // one.
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

/** Mutation that archives a conversation up to its newest known entry; a later message reopens it. */
export function useArchive() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: async (chat: Chat) => {
      const seenUpTo = await newestPosition(client, chat.id);
      // The server accepts no messages for an archived conversation, so waiting messages are sent first.
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

/**
 * Mutation that adds or removes a tag and shows it at once; if the server refuses, the screen returns to the server's
 * state.
 */
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

/**
 * Mutation that adds or removes a label of the contact and shows it at once; if the server refuses, the screen
 * returns to the server's state.
 */
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
      // A colleague removed the label first, so the intended result is already there.
      if (codeOf(error) !== 'label_not_linked') toastFailure(error);
    },
  });
}

function toggled(ids: string[], id: string, isOn: boolean): string[] {
  const others = ids.filter((candidate) => candidate !== id);
  return isOn ? [...others, id] : others;
}

/**
 * Mutation scope that runs a conversation's read and unread requests in order, so that an earlier "read" cannot
 * overtake a later "unread".
 */
const readingOf = (chatId: string) => ({ id: `reading ${chatId}` });

/**
 * Mutation that reports the position up to which the user has read a conversation. Failures show no error: the
 * request is retried for about a minute, and the next look at the conversation reports again.
 */
export function useMarkRead(chatId: string) {
  return useMutation({
    scope: readingOf(chatId),
    mutationFn: (seenUpTo: string) => post(chatId, 'read', { seenUpTo } satisfies SeenRequest),
    retry: retryPassing(READ_RETRIES),
  });
}

/**
 * Mutation that marks a conversation unread: for all users, or only for this user if the channel counts reading per
 * user.
 */
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

/**
 * Mutation that assigns the user the new conversation that has waited longest. Returns the conversation's id, or
 * null if there is none.
 */
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

/** Position of the newest entry of a conversation; loads the thread first if it is not cached. */
export async function newestPosition(client: QueryClient, chatId: string): Promise<string> {
  const transcript = await client.ensureInfiniteQueryData(messaging.transcripts.query(chatId));
  return entriesOf(transcript).reduce(
    (newest, { position }) => (position > newest ? position : newest),
    '0'.repeat(20),
  );
}

/** Refetches lists that show fewer rows than their total allows. */
export function refill(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: listsKey,
    predicate: ({ state }) => isShort(state.data as Page<Chat> | undefined),
  });
}

function isShort(page: Page<Chat> | undefined): boolean {
  return !!page && page.data.length < Math.min(page.perPage, page.total - (page.page - 1) * page.perPage);
}

/** Returns the screen to the server's state, or to the state before the command if the server does not respond. */
export async function restore(client: QueryClient, before: Chat, viewer: ListViewer): Promise<Chat> {
  const response = await client
    .fetchQuery({ ...chatQuery(before.id), staleTime: 0 })
    .catch((): ChatResponse | null => null);
  const chat = response?.chat ?? before;
  showChat(client, chat, viewer);
  return chat;
}

/** Shows the assignee who won a conflict before a push brings the changed row. */
export function showHolder(
  client: QueryClient,
  chat: Chat,
  holder: Holder | undefined,
  viewer: ListViewer,
): void {
  if (!holder) return;
  showChat(client, { ...chat, assignedUserId: holder.userId, assignedTeamId: holder.teamId }, viewer);
}
