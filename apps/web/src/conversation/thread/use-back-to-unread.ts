import { useEffect } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Conversation } from '../conversation';
import type { ThreadPart } from '../live/transcript';
import { holdsUnread } from './thread-items';
import { useOfConversation } from '../use-of-conversation';

/**
 * Maximum number of entries to fetch for the first unread one. If it is further back, the thread opens at its end,
 * without the line above new entries.
 */
const MAX_ENTRIES = 200;

/**
 * Fetches older entries until the first unread entry is loaded.
 * @returns whether the thread can be shown; stays true once it is true
 */
export function useBackToUnread(
  { id, unread }: Conversation,
  transcript: UseInfiniteQueryResult<InfiniteData<ThreadPart>>,
  opensElsewhere: boolean,
): boolean {
  const [isOpen, setOpen] = useOfConversation(id, false);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = transcript;
  const entries = data?.pages.flatMap((part) => part.data) ?? [];
  const isBack =
    opensElsewhere ||
    isError ||
    (data !== undefined && !hasNextPage) ||
    entries.length >= MAX_ENTRIES ||
    unread > MAX_ENTRIES ||
    holdsUnread(entries, unread);
  if (isBack && data && !isOpen) setOpen(true);
  const lacksMore = !isOpen && !isBack && !isFetching;
  useEffect(() => {
    if (lacksMore) void fetchNextPage();
  }, [id, lacksMore, fetchNextPage]);
  return isOpen || isBack;
}
