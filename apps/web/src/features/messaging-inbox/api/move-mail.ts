import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import type { JoinRequest, MoveMailRequest } from '@parley/contracts/api/conversations.requests';
import { api } from '../../../lib/api-client';
import { toastFailure } from '../../../lib/toast';
import { refill } from './commands';

const chats = '/api/v3/email-chats';

/** Mutation that moves an e-mail to a new or an existing conversation. */
export function useMoveMail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ messageId, ...body }: MoveMailRequest & { messageId: string }) =>
      api<CreatedResponse>(`${chats}/entries/${messageId}/move`, { method: 'POST', body }),
    onSuccess: () => refill(client),
    onError: (error) => toastFailure(error),
  });
}

/** Mutation that merges a conversation into another one, which then contains the entries of both. */
export function useJoinChats() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ chatId, into }: JoinRequest & { chatId: string }) =>
      api<CommandResponse>(`${chats}/${chatId}/join`, { method: 'POST', body: { into } }),
    onSuccess: () => refill(client),
    onError: (error) => toastFailure(error),
  });
}

/** Mutation that undoes a merge: the merged conversation appears again. */
export function usePartChats() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chatId: string) =>
      api<CommandResponse>(`${chats}/${chatId}/part`, { method: 'POST', body: {} }),
    onSuccess: () => refill(client),
    onError: (error) => toastFailure(error),
  });
}
