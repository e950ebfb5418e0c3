import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import type { BulkAction, BulkResponse, Chat } from '@parley/contracts/api/conversations';
import type { BulkRequest } from '@parley/contracts/api/conversations.requests';
import { api } from '../../../lib/api-client';
import { errorText } from '../../../lib/i18n';
import { toastFailure, toastMessage } from '../../../lib/toast';
import type { Assignee } from './commands';

interface Bulk {
  chats: Chat[];
  action: BulkAction;
  /** To assign: to whom each goes. */
  to?: (chat: Chat) => Assignee;
  tagId?: string;
  /** Where the list was that showed them. */
  seenUpTo: string;
}

/** Does one thing with several conversations, and names each with which it was not done, and why. */
export function useBulk(onDone: (ids: string[]) => void) {
  return useMutation({
    mutationFn: ({ chats, action, to, tagId, seenUpTo }: Bulk) => {
      const body: BulkRequest = {
        action,
        chats: chats.map((chat) => ({
          id: chat.id,
          ...(to && {
            to: to(chat),
            expected: { userId: chat.assignedUserId, teamId: chat.assignedTeamId },
          }),
        })),
        ...(tagId && { tagId }),
        ...((action === 'archive' || action === 'read') && { seenUpTo }),
      };
      return api<BulkResponse>('/api/v3/messaging-chats/bulk', { method: 'POST', body });
    },
    onSuccess: ({ results }, { chats }) => {
      onDone(results.flatMap((result) => (result.ok ? result.id : [])));
      const failed = results.flatMap((result) =>
        result.ok
          ? []
          : i18next.t('selection.reason', { name: nameOf(chats, result.id), reason: errorText(result.code) }),
      );
      if (failed.length === 0) return;
      const title = i18next.t('selection.notDone', { failed: failed.length, count: results.length });
      toastMessage([title, ...failed].join('\n'), 'red');
    },
    onError: (error) => toastFailure(error),
  });
}

function nameOf(chats: Chat[], id: string): string {
  return chats.find((chat) => chat.id === id)?.contact.name ?? '';
}
