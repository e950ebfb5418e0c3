import type { TeamResponse, UserResponse } from '@parley/contracts/api/access';
import { findAssignees, isCurrent, type Holder } from './assignees';

const user = (id: string, displayName: string) => ({ id, displayName }) as UserResponse;
const team = (id: string, name: string) => ({ id, name }) as TeamResponse;
const users = [user('me', 'Sanne de Vries'), user('tom', 'Tom Baker')];
const teams = [team('support', 'Support'), team('sales', 'Sales')];
const nobodys: Holder = { assignedUserId: null, assignedTeamId: null };
const supports: Holder = { assignedUserId: null, assignedTeamId: 'support' };
const words = { me: 'Assign to me', unassign: 'Unassign' };
const find = (search: string, chat = supports) =>
  findAssignees({ chat, userId: 'me', users, teams, search, words });

test('finds the team to which the conversation is assigned, by its name', () => {
  expect(find(' support ')).toEqual({
    me: false,
    unassign: false,
    users: [],
    teams: [teams[0]],
    isEmpty: false,
  });
});

test('finds a user by their name, and nothing by another name', () => {
  expect(find('sanne').me).toBe(true);
  expect(find('zoë').isEmpty).toBe(true);
});

test('offers to unassign only if the conversation is assigned', () => {
  expect(find('', nobodys).unassign).toBe(false);
  expect(find('').unassign).toBe(true);
});

test('ticks the option that would change nothing: the assigned user, not their team', () => {
  const toms = { assignedUserId: 'tom', assignedTeamId: 'support' };
  expect(isCurrent('team/support', supports)).toBe(true);
  expect(isCurrent('user/tom', toms)).toBe(true);
  expect(isCurrent('team/support', toms)).toBe(false);
  expect(isCurrent('user/me', toms)).toBe(false);
});
