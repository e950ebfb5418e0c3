import { useEffect } from 'react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import type { ThreadPart } from '../cache/transcript-push';
import { holdsUnread } from './thread-items';
import { useOfChat } from '../use-of-chat';

/** Further back it is not gone: the thread then opens at its end, and says nowhere that the new begins. */
const MOST_ENTRIES = 200;

/** Fetches what a thread needs to open where the new begins. Once it has opened, it stays open. @returns whether it may */
export function useBackToUnread(
  chat: Chat,
  transcript: UseInfiniteQueryResult<InfiniteData<ThreadPart>>,
  opensElsewhere: boolean,
): boolean {
  const [isOpen, setOpen] = useOfChat(chat.id, false);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = transcript;
  const entries = data?.pages.flatMap((part) => part.data) ?? [];
  const isBack =
    opensElsewhere ||
    isError ||
    (data !== undefined && !hasNextPage) ||
    entries.length >= MOST_ENTRIES ||
    chat.unreadMessages > MOST_ENTRIES ||
    holdsUnread(entries, chat.unreadMessages);
  if (isBack && data && !isOpen) setOpen(true);
  const lacksMore = !isOpen && !isBack && !isFetching;
  useEffect(() => {
    if (lacksMore) void fetchNextPage();
  }, [chat.id, lacksMore, fetchNextPage]);
  return isOpen || isBack;
}
