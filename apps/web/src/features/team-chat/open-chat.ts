import { createContext, useContext } from 'react';
import type { TeamChat } from '@parley/contracts/api/team-chats';

export const OpenChat = createContext<TeamChat | null>(null);

export function useOpenChat(): TeamChat {
  const chat = useContext(OpenChat);
  if (!chat) throw new Error('Only inside a team chat.');
  return chat;
}
