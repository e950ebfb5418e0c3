import { useEffect, useState } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import type { ThreadPart } from '../cache/transcript-push';
import { holdsUnread } from './thread-items';

/** Of more than so many unread messages, the newest are loaded. */
const MOST_UNREAD = 200;

/** Fetches what a thread needs to open where the new begins. Once it has opened, it stays open. @returns whether it may */
export function useBackToUnread(
  chat: Chat,
  transcript: UseInfiniteQueryResult<InfiniteData<ThreadPart>>,
  opensElsewhere: boolean,
): boolean {
  const [isOpen, setOpen] = useState(false);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = transcript;
  const entries = data?.pages.flatMap((part) => part.data) ?? [];
  const isBack =
    opensElsewhere ||
    isError ||
    (data !== undefined && !hasNextPage) ||
    entries.length >= MOST_UNREAD ||
    holdsUnread(entries, chat.unreadMessages);
  if (isBack && data && !isOpen) setOpen(true);
  const lacksMore = !isOpen && !isBack && !isFetching;
  useEffect(() => {
    if (lacksMore) void fetchNextPage();
  }, [lacksMore, fetchNextPage]);
  return isOpen || isBack;
}
