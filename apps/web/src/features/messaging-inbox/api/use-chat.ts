import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { codeOf } from '../../../lib/problem';
import { chatQuery } from './queries';
import { chatInLists } from './sync';

interface KnownChat {
  /** Null while it loads, and if the conversation was deleted or the user may no longer see it. */
  chat: Chat | null;
  /** Error of loading the conversation; null without one. */
  error: Error | null;
  retry: () => void;
}

/** Loads a conversation; shows its row from a cached list, if any, in the meantime. */
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
