import { useEffect, useMemo, useRef, useState } from 'react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useIsVisible } from '../../lib/use-is-visible';
import { useOpenConversation } from '../conversation';
import { useCommands } from '../keyboard/use-commands';
import { newestOf } from './thread-items';

/**
 * Says how far one has read: all that is there on opening, and what comes while one is at the end with the window in
 * view. Answers how many messages came below since.
 */
export function useReading({
  entries,
  isAtEnd,
  isLive,
}: {
  entries: ChatEntry[];
  isAtEnd: boolean;
  /** What is loaded reaches the end: in history nobody sees what comes. */
  isLive: boolean;
}) {
  const { conversation, store, kind } = useOpenConversation();
  const isVisible = useIsVisible(kind.isReadWithFocus);
  const { read, leaveUnread } = kind.useReading();
  const newest = useMemo(() => newestOf(entries), [entries]);
  const [seenUpTo, setSeenUpTo] = useState(isVisible && isLive ? newest : '');
  /** The last of the contact's messages that this says to be read, or that the row counts as read. */
  const said = useRef<string | null>(null);

  const isLooking = isVisible && isLive && (isAtEnd || seenUpTo === '');
  if (isLooking && newest !== seenUpTo) setSeenUpTo(newest);

  const isUnread = conversation.unread > 0;
  const counted = entries.findLast(({ id }) => id === conversation.lastEntryId)?.position ?? '';
  const { seen, newBelow } = useMemo(() => {
    const inbound = entries.filter((entry) => entry.direction === 'in');
    const known = inbound.filter((entry) => entry.position <= seenUpTo);
    return { seen: newestOf(known), newBelow: inbound.length - known.length };
  }, [entries, seenUpTo]);
  useEffect(() => {
    if (seenUpTo !== '') store.noteSeen(seenUpTo);
    if (!isUnread && (said.current ?? '') < counted) said.current = counted;
    const isNews = said.current === null || said.current < seen;
    // Whoever marks it unread does not take that back by having looked at it before.
    if (!isUnread || seenUpTo === '' || !isNews) return;
    said.current = seen;
    read(seenUpTo, () => (said.current = null));
  }, [store, isUnread, counted, seen, seenUpTo, read]);

  useCommands({
    markRead: () => {
      // What this window has said to be read is so for who looks at it, before the server has answered.
      const isSaid = leaveUnread && said.current !== null && said.current >= seen;
      if (isUnread && !isSaid) return newest !== '' && read(newest);
      leaveUnread?.();
    },
  });

  if (!isLive) return { newBelow: conversation.unread };
  return { newBelow: seenUpTo === '' ? 0 : newBelow };
}
