import type { AskedList, Chat } from './conversations';

export interface ListViewer {
  userId: string;
  /** False: the team's list excludes conversations that are also assigned to a user. */
  expandedTeamFilter: boolean;
}

type Listed = Pick<Chat, 'status' | 'snoozed' | 'assignedUserId' | 'assignedTeamId' | 'hasFailedSend'>;

/**
 * Whether a conversation belongs to a list (spec, section 4). The SQL of the list implements the same rules; a test
 * compares both.
 * @param teamId only conversations of this team; null or absent: of any team
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
