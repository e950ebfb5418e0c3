import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Chat, CommandResponse } from '@parley/contracts/api/conversations';
import type { SnoozeRequest } from '@parley/contracts/api/conversations.requests';
import { api } from '../../../lib/api-client';
import { toastFailure } from '../../../lib/toast';
import { useViewer } from '../viewer';
import { newestPosition, refill, restore } from './commands';
import { showChat } from './sync';

const path = (chat: Chat, command: string) => `/api/v3/messaging-chats/${chat.id}/${command}`;

/** Mutation that snoozes a conversation until a time, or with null until the contact writes; shown at once. */
export function useSnooze() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: async ({ chat, until }: { chat: Chat; until: string | null }) => {
      const body: SnoozeRequest = { until, seenUpTo: await newestPosition(client, chat.id) };
      return api<CommandResponse>(path(chat, 'snooze'), { method: 'POST', body });
    },
    onMutate: ({ chat, until }) => showChat(client, { ...chat, snoozed: { until } }, viewer),
    onSuccess: () => refill(client),
    onError: async (error, { chat }) => {
      await restore(client, chat, viewer);
      toastFailure(error);
    },
  });
}

/** Mutation that ends the snooze of a conversation. */
export function useWake() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: (chat: Chat) => api<CommandResponse>(path(chat, 'wake'), { method: 'POST', body: {} }),
    onMutate: (chat) => showChat(client, { ...chat, snoozed: null }, viewer),
    onSuccess: () => refill(client),
    onError: async (error, chat) => {
      await restore(client, chat, viewer);
      toastFailure(error);
    },
  });
}
