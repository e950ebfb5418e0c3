import { useEffect } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Conversation } from '../conversation';
import type { ThreadPart } from '../live/transcript';
import { holdsUnread } from './thread-items';
import { useOfConversation } from '../use-of-conversation';

/** Further back it is not gone: the thread then opens at its end, and says nowhere that the new begins. */
const MOST_ENTRIES = 200;

/** Fetches what a thread needs to open where the new begins. Once it has opened, it stays open. @returns whether it may */
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
    entries.length >= MOST_ENTRIES ||
    unread > MOST_ENTRIES ||
    holdsUnread(entries, unread);
  if (isBack && data && !isOpen) setOpen(true);
  const lacksMore = !isOpen && !isBack && !isFetching;
  useEffect(() => {
    if (lacksMore) void fetchNextPage();
  }, [id, lacksMore, fetchNextPage]);
  return isOpen || isBack;
}
