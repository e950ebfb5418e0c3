import { useEffect, useRef, useState } from 'react';
import { useDocumentVisibility } from '@mantine/hooks';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { useGo } from '../address';
import { useMarkRead, useMarkUnread } from '../api/commands';
import { noteSeen } from '../composer/seen';
import { useCommands } from '../keyboard/use-commands';
import { newestOf } from './thread-items';

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
  const isVisible = useDocumentVisibility() === 'visible';
  const { mutate } = useMarkRead();
  const { mutate: markUnread } = useMarkUnread();
  const go = useGo();
  const newest = newestOf(entries);
  const [seenUpTo, setSeenUpTo] = useState('');
  const said = useRef('');

  const isLooking = isVisible && isLive && (isAtEnd || seenUpTo === '');
  if (isLooking && newest !== seenUpTo) setSeenUpTo(newest);

  const isUnread = chat.unreadMessages > 0;
  useEffect(() => {
    if (seenUpTo !== '') noteSeen(chat.id, seenUpTo);
    if (!isUnread || seenUpTo === '' || said.current === seenUpTo) return;
    said.current = seenUpTo;
    mutate({ chatId: chat.id, seenUpTo }, { onError: () => (said.current = '') });
  }, [chat.id, isUnread, seenUpTo, mutate]);

  useCommands({
    markRead: () => {
      if (isUnread) return newest !== '' && mutate({ chatId: chat.id, seenUpTo: newest });
      markUnread(chat);
      // Whoever goes on looking at it reads it.
      go({ chatId: null });
    },
  });

  if (!isLive) return { newBelow: chat.unreadMessages };
  const newBelow = entries.filter((entry) => entry.direction === 'in' && entry.position > seenUpTo).length;
  return { newBelow: seenUpTo === '' ? 0 : newBelow };
}
