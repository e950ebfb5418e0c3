import type { AskedList, Chat } from './conversations';

/** Who looks at a list. */
export interface ListViewer {
  userId: string;
  /** Off: a conversation assigned to a team and to a user is not in the team's list. */
  expandedTeamFilter: boolean;
}

type Listed = Pick<Chat, 'status' | 'snoozed' | 'assignedUserId' | 'assignedTeamId' | 'hasFailedSend'>;

/**
 * Whether a conversation belongs in a list (spec, section 4). The list's SQL says the same, and a test holds them
 * together. `teamId` narrows to one team.
 */
export function isInList(chat: Listed, list: AskedList, viewer: ListViewer, teamId?: string | null): boolean {
  if (teamId && chat.assignedTeamId !== teamId) return false;
  const open = chat.status === 'open' && !chat.snoozed;
  const { assignedUserId: user, assignedTeamId: team } = chat;
  switch (list) {
    case 'new':
      return open && !user && !team;
    case 'team':
      return open && !!team && (!user || viewer.expandedTeamFilter);
    case 'personal':
      return open && user === viewer.userId;
    case 'open':
      return open && !!user;
    case 'unassigned':
      return open && !user;
    case 'anyOpen':
      return chat.status === 'open';
    case 'archived':
      return chat.status === 'closed';
    case 'snoozed':
      return chat.status === 'open' && chat.snoozed !== null;
    case 'failed':
      return chat.hasFailedSend;
  }
}
