import { createContext, useContext } from 'react';
import type { Chat } from '@parley/contracts/api/conversations';

interface Opened {
  chat: Chat;
  archive: () => void;
}

export const OpenChat = createContext<Opened | null>(null);

/**
 * The open conversation with a contact.
 * @throws Error outside of one
 */
export function useOpenChat(): Opened {
  const opened = useContext(OpenChat);
  if (!opened) throw new Error('Only inside an open conversation.');
  return opened;
}
