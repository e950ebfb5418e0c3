import { Suspense, useEffect, useRef } from 'react';
import { IconLock } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { StatusTick } from '@parley/ui/status-tick';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { useOpenConversation } from '../conversation';
import { FormattedText } from './formatted-text';
import classes from './note.module.css';
import { needsAttention } from './thread-items';
import { useAuthor } from './use-author';
import { Wrong } from './wrong';

/** A colleague's note, styled differently from messages because the contact never sees it. */
export function Note({ entry, isJumpedTo }: { entry: ChatEntry; isJumpedTo: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const author = useAuthor(entry);
  const { Told } = useOpenConversation().kind;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isJumpedTo) article.current?.focus({ preventScroll: true });
  }, [isJumpedTo]);
  return (
    <article
      ref={article}
      className={classes.note}
      data-entry={entry.id}
      data-jumped-to={isJumpedTo || undefined}
      tabIndex={-1}
      aria-label={t('note.by', { name: author })}
    >
      <div className={classes.head}>
        <IconLock size={13} aria-hidden />
        <strong>{t('note.by', { name: author })}</strong>
        <span>{t('note.private')}</span>
        <time className={classes.time} dateTime={entry.time} title={formats.full(entry.time)}>
          {formats.time(entry.time)}
        </time>
        {entry.status === 'pending' && <StatusTick status="pending" label={t('status.pending')} />}
      </div>
      <div className={classes.text}>
        {entry.message === null ? <em>{t('thread.erased')}</em> : <FormattedText text={entry.message} />}
      </div>
      {entry.mentions && Told && (
        <Suspense>
          <Told entry={entry} />
        </Suspense>
      )}
      {needsAttention(entry) && <Wrong entry={entry} />}
    </article>
  );
}
