import { createContext, useContext } from 'react';
import type { ChatEntry } from '@parley/contracts/api/conversations';

interface Loaded {
  entries: ChatEntry[];
  /** Returns a loaded entry, undefined if it is not loaded. */
  entry: (id: string) => ChatEntry | undefined;
}

export const ThreadEntries = createContext<Loaded | null>(null);
/** Whether a reply can quote a message of the thread. */
export const MayQuote = createContext(false);

/** The loaded entries. Components that use this hook render again with every new entry, so use it sparingly. */
export function useThreadEntries(): Loaded {
  const loaded = useContext(ThreadEntries);
  if (!loaded) throw new Error('Only inside a thread.');
  return loaded;
}
