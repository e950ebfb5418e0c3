import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { codeOf } from '../../../lib/problem';
import { chatQuery } from './queries';
import { chatInLists } from './sync';

interface KnownChat {
  /** Null until it is loaded, and if it was deleted or the user may no longer see it. */
  chat: Chat | null;
  /** Why it could not be loaded. */
  error: Error | null;
  retry: () => void;
}

/** Loads a conversation; starts from its row in a cached list, if any. */
export function useChat(chatId: string, { enabled = true } = {}): KnownChat {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...chatQuery(chatId),
    initialData: () => chatInLists(client, chatId),
    enabled,
  });
  const isGone = codeOf(error) === 'not_found';
  const chat = isGone ? null : (data?.chat ?? null);
  return { chat, error: chat ? null : error, retry: () => void refetch() };
}
