import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Chat } from '@parley/contracts/api/conversations';
import { codeOf } from '../../../lib/problem';
import { chatQuery } from './queries';
import { chatInLists } from './sync';

interface KnownChat {
  /** As it is now. None before it is known, and none of what is gone or no longer one's to see. */
  chat: Chat | null;
  /** Why it is not known. */
  error: Error | null;
  retry: () => void;
}

/** A conversation: what a list knows of it already is there at once. */
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
