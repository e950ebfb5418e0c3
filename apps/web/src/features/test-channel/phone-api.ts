import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Chat, ChatEntry, ChatList, Page } from '@parley/contracts/api/conversations';
import type { TestChannelEvent, TestChannelWebhook } from '@parley/contracts/api/test-channel';
import { api, query } from '../../lib/api-client';
import { toastFailure } from '../../lib/toast';

const pollMs = 1_000;
/** Lists of the inbox that together contain all conversations. */
const everywhere: ChatList[] = ['unassigned', 'open', 'archived'];

/** A message written on the simulated phone, with the id that this page gave it. */
export interface Written {
  id: string;
  text: string;
}

/** Query for the channel's latest conversations that the signed-in user may see. */
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

/**
 * Query for the messages of a conversation, oldest first, without events and notes, which the contact does not see.
 */
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

/** Mutation that posts events of the simulated phone to the webhook, as a provider would. */
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
