import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { BulkAction, BulkResponse, Chat } from '@parley/contracts/api/conversations';
import type { BulkRequest } from '@parley/contracts/api/conversations.requests';
import { api } from '../../../lib/api-client';
import { errorText } from '../../../lib/i18n';
import { toastFailure, toastMessage } from '../../../lib/toast';
import { useViewer } from '../viewer';
import { refill, restore, type Assignee } from './commands';
import { showChat } from './sync';

interface Bulk {
  chats: Chat[];
  action: BulkAction;
  /** To assign: to whom each goes. */
  to?: (chat: Chat) => Assignee;
  tagId?: string;
  /** Where the list was that showed them. */
  seenUpTo: string;
}

interface Handlers {
  onBegin: (chats: Chat[]) => void;
  /** Those with which it was not done. */
  onNotDone: (chats: Chat[]) => void;
}

/**
 * Does one thing with several conversations, at once on the screen; those with which it was not done are shown as the
 * server has them, and each is named with the reason.
 */
export function useBulk({ onBegin, onNotDone }: Handlers) {
  const client = useQueryClient();
  const viewer = useViewer();
  const takeBack = async (chats: Chat[]) => {
    onNotDone(chats);
    await Promise.all(chats.map((chat) => restore(client, chat, viewer)));
  };
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
    onMutate: (bulk) => {
      for (const chat of bulk.chats) showChat(client, after(chat, bulk), viewer);
      onBegin(bulk.chats);
    },
    onSuccess: ({ results }, { chats }) => {
      refill(client);
      const failed = results.flatMap((result) =>
        result.ok
          ? []
          : i18next.t('selection.reason', { name: nameOf(chats, result.id), reason: errorText(result.code) }),
      );
      if (failed.length === 0) return;
      void takeBack(chats.filter(({ id }) => !results.some((result) => result.ok && result.id === id)));
      const title = i18next.t('selection.notDone', { failed: failed.length, count: results.length });
      toastMessage([title, ...failed].join('\n'), 'red');
    },
    onError: async (error, { chats }) => {
      await takeBack(chats);
      toastFailure(error);
    },
  });
}

/** What becomes of a conversation if the server does it. */
function after(chat: Chat, { action, to, tagId }: Bulk): Chat {
  switch (action) {
    case 'assign': {
      const { userId = null, teamId = null } = to?.(chat) ?? {};
      return { ...chat, assignedUserId: userId, assignedTeamId: teamId };
    }
    case 'archive':
      return { ...chat, status: 'closed' };
    case 'tag':
      return tagId && !chat.tagIds.includes(tagId) ? { ...chat, tagIds: [...chat.tagIds, tagId] } : chat;
    case 'read':
      return { ...chat, read: true, unreadMessages: 0 };
    case 'unread':
      return chat.read ? { ...chat, read: false, unreadMessages: 1 } : chat;
  }
}

function nameOf(chats: Chat[], id: string): string {
  return chats.find((chat) => chat.id === id)?.contact.name ?? '';
}
