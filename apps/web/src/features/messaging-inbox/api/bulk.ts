import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkAction, BulkResponse, Chat } from '@parley/contracts/api/conversations';
import type { BulkRequest } from '@parley/contracts/api/conversations.requests';
import { api } from '../../../lib/api-client';
import { errorText } from '../../../lib/i18n';
import { toastFailure, toastLines } from '../../../lib/toast';
import { useViewer } from '../viewer';
import { textOfConflict } from './assignment-conflict';
import { outcomeOf } from './bulk-outcome';
import { refill, restore, showHolder, type Assignee } from './commands';
import { hideChat, showChat } from './sync';

interface Bulk {
  chats: Chat[];
  action: BulkAction;
  /** For `assign`: returns the new assignee of a conversation. */
  to?: (chat: Chat) => Assignee;
  tagId?: string;
  /** Position of the list when it was shown: later messages are neither archived nor marked read. */
  seenUpTo: string;
}

interface Handlers {
  onBegin: (chats: Chat[]) => void;
  /** Called with the refused conversations that still exist, so that they can be selected again. */
  onNotDone: (chats: Chat[]) => void;
}

/**
 * Mutation that applies one action to several conversations and shows the result at once. Refused conversations
 * return to the server's state, deleted ones disappear, and a notice names each with the reason.
 */
export function useBulk({ onBegin, onNotDone }: Handlers) {
  const client = useQueryClient();
  const viewer = useViewer();
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
    onSuccess: async ({ results }, { chats }) => {
      refill(client);
      const holders = new Map(results.map((result) => [result.id, result.ok ? undefined : result.assignee]));
      const conflicts = new Map<string, string>();
      for (const result of results)
        if (!result.ok && result.code === 'assignment_changed')
          conflicts.set(result.id, await textOfConflict(client, result.assignee));
      const outcome = outcomeOf(results, chats, ({ id, code }) => conflicts.get(id) ?? errorText(code));
      if (!outcome) return;
      const { lines, refused, gone } = outcome;
      toastLines(lines, refused.length + gone.length > 0 ? 'red' : 'green');
      for (const { id } of gone) hideChat(client, id, viewer);
      onNotDone(refused);
      for (const chat of refused) {
        const actual = await restore(client, chat, viewer);
        showHolder(client, actual, holders.get(chat.id), viewer);
      }
    },
    onError: async (error, { chats }) => {
      onNotDone(chats);
      await Promise.all(chats.map((chat) => restore(client, chat, viewer)));
      toastFailure(error);
    },
  });
}

/** The conversation as the action will leave it if the server accepts. */
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
