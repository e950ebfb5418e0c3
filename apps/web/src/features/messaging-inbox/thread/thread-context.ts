import { createContext, useContext } from 'react';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';

interface OpenThread {
  chat: Chat;
  entries: ChatEntry[];
  /** An entry that is loaded. */
  entry: (id: string) => ChatEntry | undefined;
}

export const ThreadContext = createContext<OpenThread | null>(null);

/** The conversation whose entries are shown. */
export function useThread(): OpenThread {
  const thread = useContext(ThreadContext);
  if (!thread) throw new Error('Only inside a thread.');
  return thread;
}
