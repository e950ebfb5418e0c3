import type { TeamChat } from '@parley/contracts/api/team-chats';
import { useUsersById } from '../../lib/directory';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { ownOf } from './api';

/** Explains why a chat is archived: the user left, was removed, or a participant deleted the chat. */
export function useArchivedWords(chat: TeamChat): string {
  const { t } = useTranslation();
  const users = useUsersById();
  const { id: userId } = useMe().user;
  const nameOf = (id: string | null | undefined) =>
    users.get(id ?? '')?.displayName ?? t('teamChat.somebody');
  const own = ownOf(chat, userId);
  if (own?.leftAt) {
    return own.leftById === userId
      ? t('teamChat.youLeft')
      : t('teamChat.removedYou', { name: nameOf(own.leftById) });
  }
  if (chat.deletedById === userId) return t('teamChat.youDeleted');
  return t('teamChat.deletedBy', { name: nameOf(chat.deletedById) });
}
