import type { Chat } from '@parley/contracts/api/conversations';
import { useUsersById } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { useViewer } from '../viewer';

/** Returns a line about a conversation's last entry, with its author. */
export function usePreview(lastEntry: Chat['lastEntry']): string {
  const { t } = useTranslation();
  const { userId: me } = useViewer();
  const users = useUsersById();
  if (!lastEntry) return t('row.nothingYet');
  const { direction, type, status, preview, createdById, createdByEntity } = lastEntry;
  if (status === 'deleted') return t('thread.deleted');
  const text = preview || t(`type.${type}`);
  if (type === 'information') return t('row.note', { text });
  if (direction === 'in') return text;
  if (createdByEntity === 'system') return t('row.automatic', { text });
  if (createdByEntity === 'app') return t('row.theirs', { name: t('thread.byApp'), text });
  if (createdByEntity === 'integration') return t('row.theirs', { name: t('thread.byIntegration'), text });
  if (createdById === me) return t('row.ours', { text });
  const name = users.get(createdById ?? '')?.displayName ?? t('thread.byUs');
  return t('row.theirs', { name, text });
}
