import { useContext, useEffect, useRef, useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { IconCornerUpLeft, IconRobot, IconTrash } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { StatusTick } from '@parley/ui/status-tick';
import { useFormats } from '../../lib/format';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { isOptimistic } from '../composer/outbox';
import { HeldNotice } from '../composer/held-notice';
import { ScheduledNotice } from '../composer/scheduled-notice';
import { useOpenConversation } from '../conversation';
import { Content } from './content';
import classes from './message.module.css';
import { Quote } from './quote';
import { MayQuote } from './thread-context';
import { isAutomatic, isQuotable, needsAttention, type MessageItem } from './thread-items';
import { useAuthor } from './use-author';
import { Wrong } from './wrong';

interface MessageProps {
  item: MessageItem;
  isJumpedTo: boolean;
}

/** A message in its bubble: the contact's on the left, the organisation's on the right. */
export function Message({ item: { entry, isFirst, isLast, joins }, isJumpedTo }: MessageProps) {
  const { t } = useTranslation();
  const mayQuote = useContext(MayQuote);
  const isOurs = entry.direction === 'out';
  const author = useAuthor(entry);
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isJumpedTo) article.current?.focus({ preventScroll: true });
  }, [isJumpedTo]);
  const { EntryTools } = useOpenConversation().kind;
  const isWrong = needsAttention(entry) && !entry.isDeleted;
  const isByColleague = entry.direction === 'in' && entry.createdByEntity === 'user';
  return (
    <article
      ref={article}
      className={classes.message}
      data-entry={entry.id}
      data-jumped-to={isJumpedTo || undefined}
      tabIndex={-1}
      data-ours={isOurs || undefined}
      data-first={isFirst || undefined}
      data-joins={joins}
      aria-label={isAutomatic(entry) ? author : t('thread.messageBy', { name: author })}
    >
      {isFirst && (isOurs || isByColleague) && (
        <div className={classes.author}>
          {isAutomatic(entry) && <IconRobot size={13} aria-hidden />} {author}
        </div>
      )}
      <div
        className={classes.bubble}
        data-wrong={isWrong || undefined}
        data-kind={entry.isDeleted ? 'deleted' : kindOf(entry)}
      >
        {entry.isDeleted ? (
          <span className={classes.deleted}>
            <IconTrash size={14} aria-hidden /> {t('thread.deleted')}
          </span>
        ) : (
          <>
            <Context entry={entry} />
            <Content entry={entry} />
          </>
        )}
        <Reactions entry={entry} />
        {mayQuote && isQuotable(entry) && <ReplyButton entry={entry} />}
      </div>
      {isWrong && <Wrong entry={entry} />}
      <Held entry={entry} />
      {EntryTools && !isOptimistic(entry) && !entry.isDeleted && <EntryTools entry={entry} />}
      {(isLast || hasRemark(entry)) && <Meta entry={entry} isOurs={isOurs} />}
    </article>
  );
}

function ReplyButton({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const { store } = useOpenConversation();
  return (
    <button
      type="button"
      className={classes.reply}
      aria-label={t('thread.reply')}
      title={t('thread.reply')}
      onClick={() => {
        store.mode.set('reply');
        store.quoted.set(entry);
      }}
    >
      <IconCornerUpLeft size={16} stroke={1.6} />
    </button>
  );
}

/** Decides the bubble's style: images and cards fill their bubble. */
function kindOf(entry: ChatEntry): 'text' | 'media' | 'card' {
  if (entry.type === 'asset') {
    const isMedia = entry.assets.every(
      ({ category }) => category === 'image' || category === 'video' || category === 'sticker',
    );
    return isMedia ? 'media' : 'text';
  }
  return entry.type === 'location' || entry.type === 'contacts' ? 'card' : 'text';
}

/** Whether to mark the message as edited; a deleted message gets no such mark. */
const isEdited = (entry: ChatEntry) => entry.isEdited && !entry.isDeleted;

const hasRemark = (entry: ChatEntry) => isEdited(entry) || isDeferred(entry);

/** Whether the provider refused the message temporarily; the worker will retry it. */
const isDeferred = (entry: ChatEntry) => entry.status === 'pending' && entry.statusReason === 'waiting';

function Meta({ entry, isOurs }: { entry: ChatEntry; isOurs: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { Tick } = useOpenConversation().kind;
  const [isEarlierOpen, setEarlierOpen] = useState(false);
  return (
    <>
      <div className={classes.meta}>
        {isEdited(entry) && (
          <UnstyledButton
            className={classes.edited}
            aria-expanded={isEarlierOpen}
            onClick={() => setEarlierOpen(!isEarlierOpen)}
          >
            {t('thread.edited')}
          </UnstyledButton>
        )}
        {isDeferred(entry) && <span>{t('reason.waiting')}</span>}
        <time dateTime={entry.time} title={formats.full(entry.time)}>
          {formats.time(entry.time)}
        </time>
        {isOurs &&
          !entry.isDeleted &&
          (Tick && !isOptimistic(entry) ? (
            <Tick entry={entry} />
          ) : (
            <StatusTick status={entry.status} label={t(`status.${entry.status}`)} />
          ))}
      </div>
      {isEarlierOpen && <Earlier entry={entry} />}
    </>
  );
}

/** Lists the earlier versions of an edited message. */
function Earlier({ entry: { earlier } }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ol className={classes.earlier} aria-label={t('thread.before')}>
      {earlier.map(({ message, until }) => (
        <li key={until}>
          <s>{message ?? t('thread.noWords')}</s>{' '}
          <time dateTime={until}>{t('thread.until', { time: formats.full(until) })}</time>
        </li>
      ))}
    </ol>
  );
}

function Context({ entry: { context } }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  if (!context) return null;
  return (
    <>
      {context.forwarded && <div className={classes.note}>{t('thread.forwarded')}</div>}
      {context.replyTo && <Quote messageId={context.replyTo.messageId} />}
      {context.referral && (
        <div className={classes.referral}>
          {t('thread.referral')} {context.referral.headline ?? context.referral.url ?? context.referral.body}
        </div>
      )}
      {context.story && <Story url={context.story.url} />}
    </>
  );
}

/** Link to the social media story to which a message replies; the provider's URL expires after a day. */
function Story({ url }: { url: string | undefined }) {
  const { t } = useTranslation();
  const words = t('thread.story');
  return (
    <div className={classes.note}>
      {url === undefined ? (
        words
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      )}
    </div>
  );
}

function Reactions({ entry }: { entry: ChatEntry }) {
  const { t } = useTranslation();
  if (entry.reactions.length === 0 || entry.isDeleted) return null;
  return (
    <span className={classes.reactions}>
      {entry.reactions.map(({ by, emoji }) => (
        <span key={by} role="img" aria-label={t(`thread.reaction.${by}`, { emoji })}>
          {emoji}
        </span>
      ))}
    </span>
  );
}

/** Notice with undo or the scheduled time; only the sender sees it, until the message is sent. */
function Held({ entry }: { entry: ChatEntry }) {
  const { id: userId } = useMe().user;
  const mayBeHeld = isOptimistic(entry) ? entry.outgoing.state === 'accepted' : entry.heldUntil !== null;
  if (entry.isScheduled && entry.heldUntil !== null) {
    return <ScheduledNotice entry={entry} until={entry.heldUntil} isOwn={entry.createdById === userId} />;
  }
  if (!mayBeHeld || entry.createdById !== userId) return null;
  return <HeldNotice entry={entry} />;
}
