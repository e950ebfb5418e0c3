import type { Chat } from '@parley/contracts/api/conversations';
import { useStable } from '../../../lib/use-stable';
import { useGo } from '../address';
import { useArchive, useAssign, useUnarchive } from '../api/commands';
import { useCommands } from '../keyboard/use-commands';
import { useViewer } from '../viewer';

export interface ThreadActions {
  archive: () => void;
  unarchive: () => void;
  assignToMe: () => void;
}

/** What one does with the open conversation, from buttons and keys alike. The functions stay the same. */
export function useThreadActions(chat: Chat): ThreadActions {
  const go = useGo();
  const { userId } = useViewer();
  const archive = useArchive();
  const unarchive = useUnarchive();
  const assign = useAssign();
  const actions: ThreadActions = {
    archive: useStable(() => {
      if (chat.status === 'closed') return;
      archive.mutate(chat);
      go({ chatId: null });
    }),
    unarchive: useStable(() => {
      if (chat.status === 'closed') unarchive.mutate(chat);
    }),
    assignToMe: useStable(() => {
      if (chat.assignedUserId === userId) return;
      assign.mutate({ chat, to: { userId, teamId: chat.assignedTeamId } });
    }),
  };
  const isArchived = chat.status === 'closed';
  const isAssigned = chat.assignedUserId !== null || chat.assignedTeamId !== null;
  useCommands({
    archive: isArchived ? undefined : actions.archive,
    unarchive: isArchived ? actions.unarchive : undefined,
    assignToMe: chat.assignedUserId === userId ? undefined : actions.assignToMe,
    unassign: isAssigned ? () => assign.mutate({ chat, to: { userId: null, teamId: null } }) : undefined,
  });
  return actions;
}
