import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useTranslation } from '../../lib/translation';

/** Returns the text of a message; for a message without text, the name of its type. */
export function useEntryText(entry: ChatEntry | null): string {
  const { t } = useTranslation();
  if (!entry || entry.type === 'event') return '';
  return entry.isDeleted ? t('thread.deleted') : (entry.message ?? t(`type.${entry.type}`));
}
