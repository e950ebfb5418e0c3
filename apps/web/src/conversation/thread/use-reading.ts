import { useEffect, useMemo, useRef, useState } from 'react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { useIsVisible } from '../../lib/use-is-visible';
import { useOpenConversation } from '../conversation';
import { useCommands } from '../keyboard/use-commands';
import { newestOf } from './thread-items';

/**
 * Reports how far the user has read: everything on opening, then new entries while the window is visible and scrolled
 * to the end of the thread.
 * @returns also `newBelow`, the number of messages added since below the visible part
 */
export function useReading({
  entries,
  isAtEnd,
  isLive,
}: {
  entries: ChatEntry[];
  isAtEnd: boolean;
  /** Whether the end of the thread is loaded; if not, new entries are not in view. */
  isLive: boolean;
}) {
  const { conversation, store, kind } = useOpenConversation();
  const isVisible = useIsVisible(kind.isReadWithFocus);
  const { read, leaveUnread } = kind.useReading();
  const newest = useMemo(() => newestOf(entries), [entries]);
  const [seenUpTo, setSeenUpTo] = useState(isVisible && isLive ? newest : '');
  /** Position of the contact's newest message that this window reported as read or that the list counts as read. */
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
    // Entries that this window has already reported are not reported again, so that the user can mark them as unread.
    if (!isUnread || seenUpTo === '' || !isNews) return;
    said.current = seen;
    read(seenUpTo, () => (said.current = null));
  }, [store, isUnread, counted, seen, seenUpTo, read]);

  useCommands({
    markRead: () => {
      // Entries that this window reported count as read even before the server has responded.
      const isSaid = leaveUnread && said.current !== null && said.current >= seen;
      if (isUnread && !isSaid) return newest !== '' && read(newest);
      leaveUnread?.();
    },
  });

  if (!isLive) return { newBelow: conversation.unread };
  return { newBelow: seenUpTo === '' ? 0 : newBelow };
}
