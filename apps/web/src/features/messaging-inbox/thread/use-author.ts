import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { useUsersById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useViewer } from '../viewer';
import { isAutomatic } from './thread-items';

/** What whoever wrote an entry is called. */
export function useAuthor(entry: ChatEntry, chat: Chat): string {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const user = useUsersById().get(entry.createdById ?? '');
  if (entry.direction === 'in') return chat.contact.name;
  if (isAutomatic(entry)) return t('thread.automatic');
  if (entry.createdById === userId) return t('thread.you');
  return user?.displayName ?? t(entry.createdByEntity === 'app' ? 'thread.byApp' : 'thread.byUs');
}
