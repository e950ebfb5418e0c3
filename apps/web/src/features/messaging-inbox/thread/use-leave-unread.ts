import type { Chat } from '@parley/contracts/api/conversations';
import { useGo } from '../address';
import { useMarkUnread } from '../api/commands';

/** Marks a conversation unread and closes it, since an open conversation is marked read. */
export function useLeaveUnread(chat: Chat): () => void {
  const { mutate } = useMarkUnread(chat.id);
  const go = useGo();
  return () => {
    mutate(chat);
    go({ chatId: null });
  };
}
