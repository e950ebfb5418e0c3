import type { TeamChat } from '@parley/contracts/api/team-chats';
import type { NotificationName } from '@parley/contracts/events/user.events';

export interface Alert {
  name: Extract<NotificationName, `notifyTeamchat${string}`>;
  chat: TeamChat;
}

/**
 * Alert for a changed chat: a colleague has started it, added the user to it, or written an entry that the user has
 * not read. Null for any other change.
 */
export function alertOf(chat: TeamChat, before: TeamChat | undefined, userId: string): Alert | null {
  if (chat.isArchived) return null;
  const own = chat.participants.find((participant) => participant.userId === userId);
  if (!before && own?.addedById !== userId) return { name: 'notifyTeamchatStarted', chat };
  const { lastMessage, unreadMessages } = chat;
  if (!lastMessage || lastMessage.userId === userId || unreadMessages === 0) return null;
  return lastMessage.id === before?.lastMessage?.id ? null : { name: 'notifyTeamchatMessage', chat };
}
