import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Chat, CommandResponse } from '@parley/contracts/api/conversations';
import { api, query } from '../../../lib/api-client';
import { codeOf } from '../../../lib/problem';
import { toastFailure, toastMessage } from '../../../lib/toast';
import { useViewer } from '../viewer';
import { newestPosition, refill, restore } from './commands';
import { hideChat } from './sync';

/**
 * Mutation that deletes a conversation for all users, up to its newest known entry. The screen removes it at once; if
 * the server refuses, it is shown again with the reason.
 */
export function useDeleteChat() {
  const client = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: async (chat: Chat) => {
      const seenUpTo = await newestPosition(client, chat.id);
      const path = `/api/v3/messaging-chats/${chat.id}${query({ seenUpTo })}`;
      return api<CommandResponse>(path, { method: 'DELETE' });
    },
    onMutate: (chat) => hideChat(client, chat.id, viewer),
    onSuccess: (_, chat) => {
      refill(client);
      toastMessage(i18next.t('toast.deleted', { name: chat.contact.name }));
    },
    onError: async (error, chat) => {
      // A colleague deleted it first, so the intended result is already there.
      if (codeOf(error) === 'not_found') return refill(client);
      await restore(client, chat, viewer);
      toastFailure(error, i18next.t('toast.notDeleted', { name: chat.contact.name }));
    },
  });
}
