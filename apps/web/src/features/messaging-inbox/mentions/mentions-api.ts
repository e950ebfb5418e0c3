import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { Mention, MentionableResponse, MentionsResponse } from '@parley/contracts/api/mentions';
import { offerUndo } from '../../../conversation/composer/undo-toast';
import { api, query } from '../../../lib/api-client';
import { toastFailure } from '../../../lib/toast';
import type { MentionsShown } from '../address';

const path = '/api/v3/mentions';
const key = ['mentions'] as const;

/** Query for the user's mentions, newest first. */
export const mentionsQuery = (status: MentionsShown) =>
  infiniteQueryOptions({
    queryKey: [...key, 'list', status] as const,
    queryFn: ({ pageParam: before, signal }) =>
      api<MentionsResponse>(`${path}${query({ status, before })}`, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, hasMore }) => (hasMore ? data.at(-1)?.position : undefined),
  });

/**
 * Query for the users and teams that can be mentioned in a conversation; the result depends on its assignee, and on
 * teams and channels.
 */
export const mentionableQuery = (chatId: string) =>
  queryOptions({
    queryKey: [...key, 'mentionable', chatId] as const,
    queryFn: ({ signal }) =>
      api<MentionableResponse>(`/api/v3/messaging-chats/${chatId}/mentionable`, { signal }),
    staleTime: 30_000,
  });

const ask = (chatId: string, id: string, command: 'settle' | 'reopen') =>
  api<CommandResponse>(`/api/v3/messaging-chats/${chatId}/mentions/${id}/${command}`, { method: 'POST' });

/** Mutation that settles or reopens a mention and offers to undo it. */
export function useSettle(isSettled: boolean) {
  const client = useQueryClient();
  const fetchAgain = async ({ position: minPosition }: CommandResponse) => {
    // Waits until the server's list includes the change, and then refetches the list.
    await api(`${path}${query({ minPosition })}`);
    await client.invalidateQueries({ queryKey: [...key, 'list'] });
  };
  const [done, undone] = isSettled ? (['reopen', 'settle'] as const) : (['settle', 'reopen'] as const);
  return useMutation({
    mutationFn: async ({ chatId, id }: Mention) => fetchAgain(await ask(chatId, id, done)),
    onSuccess: (_, { chatId, id }) =>
      offerUndo(i18next.t(isSettled ? 'mentions.reopenedToast' : 'mentions.settledToast'), async () =>
        fetchAgain(await ask(chatId, id, undone)),
      ),
    onError: (error) => toastFailure(error),
  });
}

/** Mutation that withdraws all mentions of a note; only the note's writer may do that. */
export function useWithdrawMentions(chatId: string, noteId: string) {
  return useMutation({
    mutationFn: () => api(`/api/v3/messaging-chats/${chatId}/mentions/${noteId}`, { method: 'DELETE' }),
    onError: (error) => toastFailure(error),
  });
}
