import type { TeamResponse, UserResponse } from '@parley/contracts/api/access';
import type { Chat } from '@parley/contracts/api/conversations';
import type { Assignee } from '../api/commands';

export type Holder = Pick<Chat, 'assignedUserId' | 'assignedTeamId'>;

/**
 * Converts an option to an assignee: assigning a user keeps the conversation's team; assigning a team removes the
 * user.
 */
export function toAssignee(value: string, chat: Holder): Assignee {
  const [kind, id = null] = value.split('/');
  if (kind === 'user') return { userId: id, teamId: chat.assignedTeamId };
  if (kind === 'team') return { userId: null, teamId: id };
  return { userId: null, teamId: null };
}

/** Whether the option is the present assignee, so that it is ticked. */
export function isCurrent(value: string, chat: Holder): boolean {
  const { userId, teamId } = toAssignee(value, chat);
  return userId === chat.assignedUserId && teamId === chat.assignedTeamId;
}

interface Choices {
  chat: Holder;
  userId: string;
  users: UserResponse[];
  teams: TeamResponse[];
  search: string;
  /** Labels of the options "me" and "unassign". */
  words: { me: string; unassign: string };
}

interface Found {
  me: boolean;
  unassign: boolean;
  users: UserResponse[];
  teams: TeamResponse[];
  isEmpty: boolean;
}

/** Finds the options that match a search: users, teams, "me" and "unassign", and the present assignee. */
export function findAssignees({ chat, userId, users, teams, search, words }: Choices): Found {
  const sought = search.trim().toLowerCase();
  const matches = (name: string | undefined) => name?.toLowerCase().includes(sought) ?? false;
  const self = users.find(({ id }) => id === userId);
  const found = {
    me: matches(words.me) || matches(self?.displayName),
    unassign: (chat.assignedUserId !== null || chat.assignedTeamId !== null) && matches(words.unassign),
    users: users.filter((user) => user.id !== userId && matches(user.displayName)),
    teams: teams.filter((team) => matches(team.name)),
  };
  const isEmpty = !found.me && !found.unassign && found.users.length + found.teams.length === 0;
  return { ...found, isEmpty };
}
