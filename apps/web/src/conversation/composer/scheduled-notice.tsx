import { IconClockPause } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { useThreadEntries } from '../thread/thread-context';
import classes from './composer.module.css';
import { UndoButton } from './held-notice';
import { isOptimistic } from './outbox';
import { sendKeyOf, sentAs } from './sent';

interface ScheduledNoticeProps {
  entry: ChatEntry;
  /** Time at which the message will be sent, ISO 8601. */
  until: string;
  isOwn: boolean;
}

/** Shows below a message when it will be sent; its writer can take it back into the composer. */
export function ScheduledNotice({ entry, until, isOwn }: ScheduledNoticeProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { store } = useOpenConversation();
  const { entries } = useThreadEntries();
  const key = sendKeyOf(entry);
  const mayTakeBack = isOwn && key !== null && !isOptimistic(entry);
  const takeBack = async () => {
    if (key === null) return;
    await store.undo(sentAs(key, entries));
    store.mode.set('reply');
  };
  return (
    <div className={classes.held}>
      <IconClockPause size={14} aria-hidden />
      <span>{t('composer.scheduledFor', { time: formats.full(until) })}</span>
      {mayTakeBack && (
        <UndoButton undo={takeBack} onUndone={() => undefined} label={t('composer.editScheduled')} />
      )}
    </div>
  );
}
