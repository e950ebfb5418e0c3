import { createContext, useContext } from 'react';
import type { Chat } from '@parley/contracts/api/conversations';

interface Opened {
  chat: Chat;
  archive: () => void;
}

export const OpenChat = createContext<Opened | null>(null);

/**
 * The conversation with a contact in which the component is rendered.
 * @throws Error outside of an open conversation
 */
export function useOpenChat(): Opened {
  const opened = useContext(OpenChat);
  if (!opened) throw new Error('Only inside an open conversation.');
  return opened;
}
