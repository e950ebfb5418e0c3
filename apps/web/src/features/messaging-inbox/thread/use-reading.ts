import { useEffect, useMemo, useRef, useState } from 'react';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { useIsVisible } from '../../../lib/use-is-visible';
import { useMarkRead } from '../api/commands';
import { noteSeen } from '../composer/seen';
import { useCommands } from '../keyboard/use-commands';
import { newestOf } from './thread-items';
import { useLeaveUnread } from './use-leave-unread';

/**
 * Says how far one has read: all that is there on opening, and what comes while one is at the end with the window in
 * view. Answers how many messages came below since.
 */
export function useReading({
  chat,
  entries,
  isAtEnd,
  isLive,
}: {
  chat: Chat;
  entries: ChatEntry[];
  isAtEnd: boolean;
  /** What is loaded reaches the end: in history nobody sees what comes. */
  isLive: boolean;
}) {
  const isVisible = useIsVisible();
  const { mutate } = useMarkRead();
  const leaveUnread = useLeaveUnread(chat);
  const newest = useMemo(() => newestOf(entries), [entries]);
  const [seenUpTo, setSeenUpTo] = useState(isVisible && isLive ? newest : '');
  /** The last of the contact's messages that this says to be read, or that the row counts as read. */
  const said = useRef<string | null>(null);

  const isLooking = isVisible && isLive && (isAtEnd || seenUpTo === '');
  if (isLooking && newest !== seenUpTo) setSeenUpTo(newest);

  const isUnread = chat.unreadMessages > 0;
  const counted = entries.findLast(({ id }) => id === chat.lastEntry?.id)?.position ?? '';
  const { seen, newBelow } = useMemo(() => {
    const inbound = entries.filter((entry) => entry.direction === 'in');
    const known = inbound.filter((entry) => entry.position <= seenUpTo);
    return { seen: newestOf(known), newBelow: inbound.length - known.length };
  }, [entries, seenUpTo]);
  useEffect(() => {
    if (seenUpTo !== '') noteSeen(chat.id, seenUpTo);
    if (!isUnread && (said.current ?? '') < counted) said.current = counted;
    const isNews = said.current === null || said.current < seen;
    // Whoever marks it unread does not take that back by having looked at it before.
    if (!isUnread || seenUpTo === '' || !isNews) return;
    said.current = seen;
    mutate({ chatId: chat.id, seenUpTo }, { onError: () => (said.current = null) });
  }, [chat.id, isUnread, counted, seen, seenUpTo, mutate]);

  useCommands({
    markRead: () => {
      if (isUnread) return newest !== '' && mutate({ chatId: chat.id, seenUpTo: newest });
      leaveUnread();
    },
  });

  if (!isLive) return { newBelow: chat.unreadMessages };
  return { newBelow: seenUpTo === '' ? 0 : newBelow };
}
