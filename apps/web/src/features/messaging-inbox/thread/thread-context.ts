import { createContext, useContext } from 'react';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';

interface Loaded {
  entries: ChatEntry[];
  /** An entry that is loaded. */
  entry: (id: string) => ChatEntry | undefined;
}

export const ThreadChat = createContext<Chat | null>(null);
/** Null: nothing is known of its channel yet. */
export const ThreadChannel = createContext<ChannelResponse | null>(null);
export const ThreadEntries = createContext<Loaded | null>(null);

/** The conversation whose entries are shown. */
export function useThreadChat(): Chat {
  return inThread(useContext(ThreadChat));
}

/** What of the thread is loaded. Whatever asks for it is drawn anew with each entry that comes: let that be little. */
export function useThreadEntries(): Loaded {
  return inThread(useContext(ThreadEntries));
}

function inThread<T>(value: T | null): T {
  if (value === null) throw new Error('Only inside a thread.');
  return value;
}
