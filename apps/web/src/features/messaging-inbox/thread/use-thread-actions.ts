import type { Chat } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../../lib/translation';
import { useStable } from '../../../lib/use-stable';
import { useGo } from '../address';
import { useArchive, useAssign, useUnarchive } from '../api/commands';
import { undoable } from '../../../conversation/composer/undoable';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { useViewer } from '../viewer';

export interface ThreadActions {
  archive: () => void;
  unarchive: () => void;
  assignToMe: () => void;
}

/** Actions on the open conversation for buttons and keys. The functions stay the same between renders. */
export function useThreadActions(chat: Chat): ThreadActions {
  const { t } = useTranslation();
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
  const unassign = () => {
    const before = { userId: chat.assignedUserId, teamId: chat.assignedTeamId };
    const after: Chat = { ...chat, assignedUserId: null, assignedTeamId: null };
    const done = assign.mutateAsync({ chat, to: { userId: null, teamId: null } });
    void undoable(done, t('toast.unassigned', { name: chat.contact.name }), () =>
      assign.mutate({ chat: after, to: before }),
    );
  };
  const isArchived = chat.status === 'closed';
  const isAssigned = chat.assignedUserId !== null || chat.assignedTeamId !== null;
  useCommands({
    archive: isArchived ? undefined : actions.archive,
    unarchive: isArchived ? actions.unarchive : undefined,
    assignToMe: chat.assignedUserId === userId ? undefined : actions.assignToMe,
    unassign: isAssigned ? unassign : undefined,
  });
  return actions;
}
