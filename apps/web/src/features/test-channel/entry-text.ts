import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../lib/translation';

/** What a message says in one text, or what kind it is where it has no words. */
export function useEntryText(entry: ChatEntry | null): string {
  const { t } = useTranslation();
  if (!entry || entry.type === 'event') return '';
  return entry.isDeleted ? t('thread.deleted') : (entry.message ?? t(`type.${entry.type}`));
}
