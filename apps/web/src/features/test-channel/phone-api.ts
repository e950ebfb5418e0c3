import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Chat, ChatEntry, ChatList, Page } from '@parley/contracts/api/conversations';
import type { TestChannelEvent, TestChannelWebhook } from '@parley/contracts/api/test-channel';
import { api, query } from '../../lib/api-client';
import { toastFailure } from '../../lib/toast';

const pollMs = 1_000;
/** Together these hold every conversation. */
const everywhere: ChatList[] = ['unassigned', 'open', 'archived'];

/** A message that this phone wrote: the page alone knows by what id. */
export interface Written {
  id: string;
  text: string;
}

/** Conversations of the channel that were active last, as the agent who plays the phone may see them. */
export function useChannelChats(channelId: string) {
  return useQuery({
    queryKey: ['phone', 'chats', channelId],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        everywhere.map((list) =>
          api<Page<Chat>>(`/api/v3/messaging-chats/chats-list${query({ list })}`, { signal }),
        ),
      );
      return pages.flatMap((page) => page.data).filter((chat) => chat.channelId === channelId);
    },
    refetchInterval: pollMs,
  });
}

/** What was said in a conversation, oldest first; what happened to it and our notes are not for the contact. */
export function usePhoneEntries(chatId: string | undefined) {
  return useQuery({
    queryKey: ['phone', 'entries', chatId],
    queryFn: ({ signal }) =>
      api<Page<ChatEntry>>(`/api/v3/messaging-chats/${chatId}/entries${query({ limit: 50 })}`, { signal }),
    select: (page) => page.data.filter(({ direction }) => direction !== 'none').reverse(),
    enabled: chatId !== undefined,
    refetchInterval: pollMs,
  });
}

/** Posts what the phone does, as a provider would. */
export function usePlay(channelId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (events: TestChannelEvent[]) =>
      api<void>(`/ingress/test/${channelId}`, {
        method: 'POST',
        body: { events } satisfies TestChannelWebhook,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['phone'] }),
    onError: (error) => toastFailure(error),
  });
}
