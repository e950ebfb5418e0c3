import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import type {
  ChatStatus,
  TeamChat,
  TeamChatResponse,
  TeamChatsResponse,
} from '@parley/contracts/api/team-chats';
import type { ChangeTeamChatRequest, StartTeamChatRequest } from '@parley/contracts/api/team-chats.requests';
import type { TeamChatPush } from '@parley/contracts/push/index';
import { useUsersById } from '../../lib/directory';
import { useMe } from '../../lib/me';
import { api, query } from '../../lib/api-client';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';

const path = '/api/v3/team-chats';

/** Never stale by time, because pushes keep the cached chats up to date. */
const live = { staleTime: Infinity, gcTime: Infinity };
const MAX_CHATS = 200;

export const chatsQuery = queryOptions({
  queryKey: ['team-chats', 'active'],
  queryFn: ({ signal }) => api<TeamChatsResponse>(`${path}${query({ limit: MAX_CHATS })}`, { signal }),
  ...live,
});

export const archivedQuery = queryOptions({
  queryKey: ['team-chats', 'archived'],
  queryFn: ({ signal }) =>
    api<TeamChatsResponse>(`${path}${query({ archived: 'true', limit: MAX_CHATS })}`, { signal }),
});

export function chatQuery(id: string) {
  return queryOptions({
    queryKey: ['team-chat', id],
    queryFn: ({ signal }) => api<TeamChatResponse>(`${path}/${id}`, { signal }),
    retry: false,
    ...live,
  });
}

/** A chat that the user can see: from the cached list, or loaded separately if the list does not contain it. */
export function useTeamChat(id: string) {
  const listed = useQuery(chatsQuery).data?.data.find((chat) => chat.id === id);
  const alone = useQuery({ ...chatQuery(id), enabled: listed === undefined });
  // After an error the query still has its last data, so a chat that the user can no longer see must be hidden here.
  const isGone = codeOf(alone.error) === 'not_found';
  const chat = listed ?? (isGone ? undefined : alone.data?.chat);
  return { chat, error: listed ? null : alone.error, retry: alone.refetch };
}

/** Applies a push to the cached chats. */
export function takeChats(client: QueryClient, { rows, gone, position }: TeamChatPush): void {
  const changed = new Map(rows.map((chat) => [chat.id, chat]));
  client.setQueryData(chatsQuery.queryKey, (known) => {
    if (!known || position <= known.position) return known;
    const kept = known.data.filter(({ id }) => !changed.has(id) && !gone.includes(id));
    const data = [...rows.filter(({ isArchived }) => !isArchived), ...kept].sort(byTime);
    return { ...known, data, position };
  });
  for (const [id, chat] of changed) {
    client.setQueryData(chatQuery(id).queryKey, { chat, position, stale: false });
  }
  for (const id of gone) void client.invalidateQueries({ queryKey: chatQuery(id).queryKey });
  if (gone.length > 0 || rows.some(({ isArchived }) => isArchived)) {
    void client.invalidateQueries({ queryKey: archivedQuery.queryKey });
  }
}

function byTime(a: TeamChat, b: TeamChat): number {
  return timeOf(b).localeCompare(timeOf(a));
}

export function timeOf({ lastMessage, createdAt }: TeamChat): string {
  return lastMessage?.createdAt ?? createdAt;
}

export function startChat(body: Partial<StartTeamChatRequest>): Promise<CreatedResponse> {
  return api<CreatedResponse>(path, { method: 'POST', body });
}

/** Sends a message to a chat without using its composer and outbox. */
export function sayIn(id: string, body: { tmpId: string; message: string }): Promise<unknown> {
  return api(`${path}/${id}/entries`, { method: 'POST', body });
}

export function changeChat(id: string, body: Partial<ChangeTeamChatRequest>): Promise<CommandResponse> {
  return api<CommandResponse>(`${path}/${id}`, { method: 'PATCH', body });
}

export function markChat(
  id: string,
  participantId: string,
  status: ChatStatus,
  upTo?: string,
): Promise<unknown> {
  const body = { status, upTo };
  return api(`${path}/${id}/participants/${participantId}/entries`, { method: 'PATCH', body });
}

export function markAllDelivered(): Promise<unknown> {
  return api(`${path}/entries`, { method: 'PATCH', body: { status: 'delivered' } });
}

export function editEntry(chatId: string, id: string, message: string): Promise<unknown> {
  return api(`${path}/${chatId}/entries/${id}`, { method: 'PATCH', body: { message } });
}

export function deleteEntry(chatId: string, id: string): Promise<unknown> {
  return api(`${path}/${chatId}/entries/${id}`, { method: 'DELETE' });
}

export function react(chatId: string, id: string, emoji: string | null): Promise<unknown> {
  return api(`${path}/${chatId}/entries/${id}/reaction`, { method: 'PUT', body: { emoji } });
}

/**
 * Mutation that leaves a chat, or deletes it for all participants. The chat is shown as archived at once, and
 * restored if the server refuses.
 * @throws RequestFailed
 */
export function useArchive() {
  const client = useQueryClient();
  const { id: userId } = useMe().user;
  return async (chat: TeamChat, how: 'leave' | 'delete') => {
    const archived: TeamChat = { ...chat, isArchived: true, unreadMessages: 0 };
    const show = (shown: TeamChat) => {
      client.setQueryData(chatQuery(chat.id).queryKey, { chat: shown, position: '', stale: false });
      client.setQueryData(
        chatsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            data: [
              ...known.data.filter(({ id }) => id !== chat.id),
              ...(shown.isArchived ? [] : [shown]),
            ].sort(byTime),
          },
      );
    };
    const now = new Date().toISOString();
    const participants = chat.participants.map((one) =>
      one.userId === userId ? { ...one, leftAt: now, leftById: userId } : one,
    );
    show(
      how === 'leave' ? { ...archived, participants } : { ...archived, deletedAt: now, deletedById: userId },
    );
    try {
      if (how === 'delete') await api(`${path}/${chat.id}`, { method: 'DELETE' });
      else await api(`${path}/${chat.id}/participants/${ownOf(chat, userId)?.id}`, { method: 'PATCH' });
      await client.invalidateQueries({ queryKey: archivedQuery.queryKey });
    } catch (error) {
      show(chat);
      throw error;
    }
  };
}

export function ownOf({ participants }: TeamChat, userId: string) {
  return participants.find((participant) => participant.userId === userId);
}

/** The participants who have not left a chat. */
export function presentIn({ participants }: TeamChat) {
  return participants.filter(({ leftAt }) => leftAt === null);
}

/** @returns a function that returns a chat's title, or the names of its other participants if it has none */
export function useNameOf(): (chat: TeamChat) => string {
  const { t } = useTranslation();
  const users = useUsersById();
  const { id: userId } = useMe().user;
  return (chat) => {
    if (chat.title !== null) return chat.title;
    const others = presentIn(chat).filter((participant) => participant.userId !== userId);
    const names = others.map((participant) => users.get(participant.userId)?.displayName ?? '');
    return names.length > 0 ? names.join(', ') : t('teamChat.alone');
  };
}
