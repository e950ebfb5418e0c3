import { createContext, useContext } from 'react';
import type { ChatEntry } from '@parley/contracts/api/conversations';

interface Loaded {
  entries: ChatEntry[];
  /** An entry that is loaded. */
  entry: (id: string) => ChatEntry | undefined;
}

export const ThreadEntries = createContext<Loaded | null>(null);
/** Whether an answer can quote a message of the thread. */
export const MayQuote = createContext(false);

/** What of the thread is loaded. Whatever asks for it is drawn anew with each entry that comes: let that be little. */
export function useThreadEntries(): Loaded {
  const loaded = useContext(ThreadEntries);
  if (!loaded) throw new Error('Only inside a thread.');
  return loaded;
}
