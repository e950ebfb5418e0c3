import type { Chat } from '@parley/contracts/api/conversations';
import { useGo } from '../address';
import { useMarkUnread } from '../api/commands';

/** Marks a conversation unread and leaves it: whoever goes on looking at it reads it. */
export function useLeaveUnread(chat: Chat): () => void {
  const { mutate } = useMarkUnread(chat.id);
  const go = useGo();
  return () => {
    mutate(chat);
    go({ chatId: null });
  };
}
