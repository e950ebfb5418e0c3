import { useEffect, useMemo, useState } from 'react';
import { Button, Transition, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { useNow } from '../../../lib/clock';
import { dayKey, daysBetween, useFormats } from '../../../lib/format';
import { errorText } from '../../../lib/i18n';
import { useKeyed } from '../../../lib/keyed-store';
import { codeOf } from '../../../lib/problem';
import { entriesOf, type Transcript } from '../cache/transcript-push';
import { optimisticEntries } from '../composer/outbox';
import { outbox } from '../composer/sending';
import { EventLines } from './event-lines';
import { Message } from './message';
import { newestOf, threadDays, unreadStart, type ThreadItem } from './thread-items';
import classes from './thread.module.css';
import { useAnchoredScroll } from './use-anchored-scroll';
import { useReading } from './use-reading';

interface History {
  hasMore: boolean;
  isFetching: boolean;
  error: Error | null;
  fetchMore: () => void;
}

interface ThreadProps {
  chat: Chat;
  transcript: Transcript;
  history: History;
}

/** Everything that was said, oldest on top. It opens where the unread begins, or at the end. */
export function Thread({ chat, transcript, history }: ThreadProps) {
  const { t } = useTranslation();
  const waiting = useKeyed(outbox.messages, chat.id);
  const entries = useMemo(() => entriesOf(transcript).reverse(), [transcript]);
  const opened = useOpened(chat, entries);
  useEffect(() => outbox.settle(chat.id, entries), [chat.id, entries]);
  const days = useMemo(
    () =>
      threadDays([...entries, ...optimisticEntries(waiting, entries)], {
        unreadFrom: opened.unreadFrom,
        dayOf: dayKey,
      }),
    [entries, waiting, opened.unreadFrom],
  );

  const { scrollerRef, contentRef, isAtEnd, scrollToEnd, onScroll } = useAnchoredScroll({
    content: days,
    startAt: opened.unreadFrom?.entryId ?? null,
    onNearTop: () => history.hasMore && !history.isFetching && !history.error && history.fetchMore(),
  });
  const { newBelow } = useReading({ chat, entries, isAtEnd });

  return (
    <div className={classes.thread}>
      <div
        ref={scrollerRef}
        className={classes.scroller}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label={t('thread.messages', { name: chat.contact.name })}
      >
        <div ref={contentRef} className={classes.column}>
          <Earlier history={history} />
          {days.map(({ day, time, items }) => (
            <section key={day} className={classes.day}>
              <DayPill iso={time} />
              {items.map((item) => (
                <Item key={keyOf(item)} item={item} chat={chat} entries={entries} />
              ))}
            </section>
          ))}
        </div>
      </div>
      <Transition mounted={!isAtEnd} transition="fade" duration={120}>
        {(style) => (
          <UnstyledButton
            style={style}
            className={classes.toEnd}
            data-new={newBelow > 0 || undefined}
            onClick={scrollToEnd}
          >
            <IconArrowDown size={14} aria-hidden />
            {newBelow > 0 ? t('thread.newBelow', { count: newBelow }) : t('thread.toEnd')}
          </UnstyledButton>
        )}
      </Transition>
      <Announcements chat={chat} entries={entries} since={opened.position} />
    </div>
  );
}

function keyOf(item: ThreadItem): string {
  if (item.kind === 'unread') return 'unread';
  // An optimistic entry and the one that replaces it are the same message on the screen.
  if (item.kind === 'message') return item.entry.clientKey ?? item.entry.id;
  return item.entries[0]?.id ?? 'events';
}

interface Opened {
  isKnown: boolean;
  unreadFrom: { entryId: string; count: number } | null;
  /** Position of the newest entry at that moment. */
  position: string;
}

/** How things stood when the conversation was opened. A thread kept from earlier first catches up with its list row. */
function useOpened(chat: Chat, entries: ChatEntry[]): Opened {
  const [opened, setOpened] = useState<Opened>({ isKnown: false, unreadFrom: null, position: '' });
  const isCaughtUp = chat.lastEntry === null || entries.some(({ id }) => id === chat.lastEntry?.id);
  if (opened.isKnown || !isCaughtUp) return opened;
  const now: Opened = {
    isKnown: true,
    unreadFrom: unreadStart(entries, chat.unreadMessages),
    position: newestOf(entries),
  };
  setOpened(now);
  return now;
}

function Item({ item, chat, entries }: { item: ThreadItem; chat: Chat; entries: ChatEntry[] }) {
  const { t } = useTranslation();
  if (item.kind === 'unread') {
    return (
      <div className={classes.unread} role="separator">
        {t('thread.new', { count: item.count })}
      </div>
    );
  }
  if (item.kind === 'events') return <EventLines entries={item.entries} />;
  return <Message item={item} chat={chat} entries={entries} />;
}

function DayPill({ iso }: { iso: string }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const ago = daysBetween(iso, useNow());
  const name = ago === 0 ? t('thread.today') : ago === 1 ? t('thread.yesterday') : day(iso);
  return (
    <div className={classes.dayLine}>
      <time className={classes.dayPill} dateTime={iso.slice(0, 10)}>
        {name}
      </time>
    </div>
  );
}

function Earlier({ history }: { history: History }) {
  const { t } = useTranslation();
  if (history.error) {
    return (
      <div className={classes.earlier} role="alert">
        {errorText(codeOf(history.error))}
        <Button variant="default" size="compact-xs" onClick={history.fetchMore}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (!history.hasMore) return null;
  return (
    <div className={classes.earlier}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        loading={history.isFetching}
        onClick={history.fetchMore}
      >
        {t('thread.earlier')}
      </Button>
    </div>
  );
}

/** Tells screen readers what the contact writes while the conversation is open, and nothing else. */
function Announcements({ chat, entries, since }: { chat: Chat; entries: ChatEntry[]; since: string }) {
  const { t } = useTranslation();
  const news = since
    ? entries.filter((entry) => entry.direction === 'in' && !entry.isDeleted && entry.position > since)
    : [];
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-label={t('thread.log')}>
      {news.map((entry) => (
        <p key={entry.id}>
          {t('thread.announce', {
            name: chat.contact.name,
            text: entry.message ?? (entry.type === 'event' ? '' : t(`type.${entry.type}`)),
          })}
        </p>
      ))}
    </VisuallyHidden>
  );
}
