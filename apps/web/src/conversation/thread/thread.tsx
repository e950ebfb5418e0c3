import { memo, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Button, Transition, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useCell } from '../../lib/cell';
import { useNow } from '../../lib/clock';
import { dayKey, daysBetween, useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { optimisticEntries } from '../composer/outbox';
import { useOpenConversation, type Conversation } from '../conversation';
import { entriesOf, isLive, type Transcript } from '../live/transcript';
import { EventLines } from './event-lines';
import { Message } from './message';
import { Note } from './note';
import { MayQuote, ThreadEntries } from './thread-context';
import {
  isSameItem,
  newestOf,
  threadItems,
  unreadStart,
  type DayItem,
  type ThreadItem,
} from './thread-items';
import classes from './thread.module.css';
import { useJump } from './use-jump';
import { useReading } from './use-reading';
import { useThreadScroll } from './use-thread-scroll';

/** One side of the loaded range, with the function that loads more of it. */
export interface Side {
  hasMore: boolean;
  isFetching: boolean;
  error: Error | null;
  fetchMore: () => void;
}

interface ThreadProps {
  transcript: Transcript;
  older: Side;
  newer: Side;
}

/**
 * The entries of a thread, oldest on top. Opens at the first unread entry, at the entry that the URL names, or at the
 * end.
 */
export function Thread({ transcript, older, newer }: ThreadProps) {
  const { t } = useTranslation();
  const { conversation, store, kind } = useOpenConversation();
  const mayQuote = kind.useMayQuote();
  const waiting = useCell(store.outbox.messages);
  const entries = useMemo(() => entriesOf(transcript).reverse(), [transcript]);
  const reachesEnd = isLive(transcript);
  const opened = useOpened(conversation, entries);
  useEffect(() => store.outbox.settle(entries), [store, entries]);
  const items = useMemo(() => {
    const onTheirWay = reachesEnd ? optimisticEntries(waiting, entries) : [];
    return threadItems([...entries, ...onTheirWay], { unreadFrom: opened.unreadFrom, dayOf: dayKey });
  }, [entries, waiting, reachesEnd, opened.unreadFrom]);

  const isFetching = older.isFetching || newer.isFetching;
  const more = (side: Side) => side.hasMore && !isFetching && !side.error && side.fetchMore();
  const { scrollerRef, canvasRef, virtualizer, measureRow, isAtEnd, onScroll, onKeyDown, keep, ...scroll } =
    useThreadScroll({
      items,
      startAt: opened.unreadFrom?.entryId ?? null,
      isLive: reachesEnd,
      onNearTop: () => more(older),
      onNearEnd: () => more(newer),
    });
  const { toEnd, jumpedTo } = useJump({ entries, isLive: reachesEnd, ...scroll });
  // Scrolls to the end after sending, because the user wants to see the message.
  const onSent = useEffectEvent(() => void toEnd());
  const sent = waiting.length;
  useEffect(() => {
    if (sent > 0) onSent();
  }, [sent]);
  const { newBelow } = useReading({ entries, isAtEnd, isLive: reachesEnd });
  const loaded = useMemo(() => {
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    return { entries, entry: (id: string) => byId.get(id) };
  }, [entries]);

  return (
    <div className={classes.thread}>
      <div
        ref={scrollerRef}
        className={classes.scroller}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        tabIndex={0}
        role="region"
        aria-label={t('thread.messages', { name: conversation.name })}
        {...keep}
      >
        <div className={classes.column}>
          <More side={older} label={t('thread.earlier')} />
          <div
            ref={useCallback(
              (canvas: HTMLDivElement | null) => {
                canvasRef.current = canvas;
                virtualizer.containerRef(canvas);
              },
              [canvasRef, virtualizer],
            )}
            className={classes.canvas}
          >
            <DayOnTop items={items} row={virtualizer.range?.startIndex ?? 0} />
            <MayQuote value={mayQuote}>
              <ThreadEntries value={loaded}>
                {virtualizer.getVirtualItems().map(({ index, key }) => {
                  const item = items[index];
                  if (!item) return null;
                  return (
                    <div key={key} ref={measureRow} data-index={index} data-key={key} className={classes.row}>
                      <Item item={item} jumpedTo={jumpedTo} />
                    </div>
                  );
                })}
              </ThreadEntries>
            </MayQuote>
          </div>
          <More side={newer} label={t('thread.later')} />
        </div>
      </div>
      <Transition mounted={!isAtEnd} transition="fade" duration={120}>
        {(style) => (
          <UnstyledButton
            style={style}
            className={classes.toEnd}
            data-new={newBelow > 0 || undefined}
            onClick={() => void toEnd()}
          >
            <IconArrowDown size={14} aria-hidden />
            {newBelow > 0 ? t('thread.newBelow', { count: newBelow }) : t('thread.toEnd')}
          </UnstyledButton>
        )}
      </Transition>
      <Announcements entries={entries} since={opened.position} />
    </div>
  );
}

interface Opened {
  unreadFrom: { entryId: string; count: number } | null;
  /** Position of the newest entry when the conversation was opened. */
  position: string;
}

/**
 * The thread's unread entries when the conversation was opened; null until a cached thread has loaded the newest
 * entry that the list of conversations shows.
 */
function useOpened(conversation: Conversation, entries: ChatEntry[]): Opened {
  const [opened, setOpened] = useState(() => openedAt(conversation, entries));
  if (opened) return opened;
  const now = openedAt(conversation, entries);
  if (now) setOpened(now);
  return now ?? notYet;
}

const notYet: Opened = { unreadFrom: null, position: '' };

function openedAt({ lastEntryId, unread }: Conversation, entries: ChatEntry[]): Opened | null {
  const last = entries.findIndex(({ id }) => id === lastEntryId);
  const isCaughtUp = lastEntryId === null || last >= 0;
  if (!isCaughtUp) return null;
  // The thread may contain newer entries than the list row that counts the unread ones; those are left out.
  const unreadFrom = unreadStart(entries.slice(0, last + 1), unread);
  return { unreadFrom, position: newestOf(entries) };
}

/**
 * Memoised, because the thread renders on scrolling, measuring and new entries: only items that changed render again.
 */
const Item = memo(function Item({ item, jumpedTo }: ItemProps) {
  const { t } = useTranslation();
  const { Mail } = useOpenConversation().kind;
  switch (item.kind) {
    case 'day':
      return (
        <div className={classes.dayLine}>
          <DayPill item={item} />
        </div>
      );
    case 'unread':
      return (
        <div className={classes.unread} role="separator">
          {t('thread.new', { count: item.count })}
        </div>
      );
    case 'events':
      return <EventLines entries={item.entries} jumpedTo={jumpedTo} />;
    case 'message':
      if (item.entry.type === 'information') {
        return <Note entry={item.entry} isJumpedTo={item.entry.id === jumpedTo} />;
      }
      if (Mail && item.entry.type === 'email') {
        return (
          <Suspense fallback={<div className={classes.onItsWay} />}>
            <Mail entry={item.entry} isJumpedTo={item.entry.id === jumpedTo} />
          </Suspense>
        );
      }
      return <Message item={item} isJumpedTo={item.entry.id === jumpedTo} />;
  }
}, isSameProps);

interface ItemProps {
  item: ThreadItem;
  jumpedTo: string | null;
}

function isSameProps(before: ItemProps, now: ItemProps): boolean {
  return before.jumpedTo === now.jumpedTo && isSameItem(before.item, now.item);
}

/**
 * The day of the topmost row, pinned to the top of the view. Hidden from screen readers, which read the day's own
 * heading.
 */
function DayOnTop({ items, row }: { items: ThreadItem[]; row: number }) {
  const day = dayAbove(items, row);
  if (!day) return null;
  return (
    <div className={classes.dayLine} data-on-top aria-hidden>
      <DayPill item={day} />
    </div>
  );
}

function dayAbove(items: ThreadItem[], row: number): DayItem | null {
  for (let above = Math.min(row, items.length - 1); above >= 0; above--) {
    const item = items[above];
    if (item?.kind === 'day') return item;
  }
  return null;
}

function DayPill({ item: { time } }: { item: DayItem }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const ago = daysBetween(time, useNow());
  const name = ago === 0 ? t('thread.today') : ago === 1 ? t('thread.yesterday') : day(time);
  return (
    <time className={classes.dayPill} dateTime={time.slice(0, 10)}>
      {name}
    </time>
  );
}

/** Button that loads more entries on one side, or the error of loading them. */
function More({ side, label }: { side: Side; label: string }) {
  const { t } = useTranslation();
  if (side.error) {
    return (
      <div className={classes.earlier} role="alert">
        {errorText(codeOf(side.error))}
        <Button variant="default" size="compact-xs" onClick={side.fetchMore}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (!side.hasMore) return null;
  return (
    <div className={classes.earlier}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        loading={side.isFetching}
        onClick={side.fetchMore}
      >
        {label}
      </Button>
    </div>
  );
}

/** Announces new messages of the contact to screen readers while the conversation is open, and nothing else. */
function Announcements({ entries, since }: { entries: ChatEntry[]; since: string }) {
  const { t } = useTranslation();
  const { conversation } = useOpenConversation();
  const news = useMemo(() => (since === '' ? [] : newsIn(entries, since)), [entries, since]);
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-label={t('thread.log')}>
      {news.map((entry) => (
        <p key={entry.id}>
          {t('thread.announce', {
            name: conversation.name,
            text: entry.message ?? (entry.type === 'event' ? '' : t(`type.${entry.type}`)),
          })}
        </p>
      ))}
    </VisuallyHidden>
  );
}

function newsIn(entries: ChatEntry[], since: string): ChatEntry[] {
  return entries.filter((entry) => entry.direction === 'in' && !entry.isDeleted && entry.position > since);
}
