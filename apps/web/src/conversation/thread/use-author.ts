import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useUsersById } from '../../lib/directory';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { isAutomatic } from './thread-items';

/** Display name of an entry's author: a colleague's name, or the conversation's name for the other side. */
export function useAuthor(entry: ChatEntry): string {
  const { t } = useTranslation();
  const { conversation } = useOpenConversation();
  const { id: userId } = useMe().user;
  const user = useUsersById().get(entry.createdById ?? '');
  if (entry.direction === 'in') return user?.displayName ?? conversation.name;
  if (isAutomatic(entry)) return t('thread.automatic');
  if (entry.createdById === userId) return t('thread.you');
  if (entry.createdByEntity === 'integration') return t('thread.byIntegration');
  return user?.displayName ?? t(entry.createdByEntity === 'app' ? 'thread.byApp' : 'thread.byUs');
}
