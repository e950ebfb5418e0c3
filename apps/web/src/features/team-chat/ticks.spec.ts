import type { TeamChat, TeamChatParticipant } from '@parley/contracts/api/team-chats';
import { lowestTick, recipientsOf } from './ticks';

const one = (userId: string, changes: Partial<TeamChatParticipant> = {}): TeamChatParticipant => ({
  ...{ id: userId, userId, from: '1', addedById: null, leftAt: null, leftById: null, readAt: null },
  ...{ deliveredUpTo: '5', readUpTo: '5', ...changes },
});
const tick = (participants: TeamChatParticipant[], isActive = () => true) => {
  const chat = { participants } as TeamChat;
  return lowestTick(recipientsOf(chat, { userId: 'tom', position: '5' }, isActive), '5');
};

it('shows the lowest status of all recipients', () => {
  expect(tick([one('tom'), one('eva'), one('mia')])).toBe('read');
  expect(tick([one('eva'), one('mia', { readUpTo: '4' })])).toBe('delivered');
  expect(tick([one('eva'), one('mia', { readUpTo: '4', deliveredUpTo: '4' })])).toBe('sent');
});

it('ignores the sender, inactive users and participants who left or joined after the entry', () => {
  const unread = { readUpTo: '', deliveredUpTo: '' };
  expect(tick([one('tom', unread), one('eva')])).toBe('read');
  expect(tick([one('eva'), one('mia', { ...unread, leftAt: '2026-01-01' })])).toBe('read');
  expect(tick([one('eva'), one('mia', { ...unread, from: '6' })])).toBe('read');
});

it('shows "sent" if there are no recipients', () => {
  expect(tick([one('tom')])).toBe('sent');
  expect(tick([one('eva')], () => false)).toBe('sent');
});
