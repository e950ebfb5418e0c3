import type { Chat } from '@parley/contracts/api/conversations';
import { useGo } from '../address';
import { useMarkUnread } from '../api/commands';

/**
 * Returns a function that marks a conversation unread and closes it, because a conversation that stays open would be
 * marked read again.
 */
export function useLeaveUnread(chat: Chat): () => void {
  const { mutate } = useMarkUnread(chat.id);
  const go = useGo();
  return () => {
    mutate(chat);
    go({ chatId: null });
  };
}
