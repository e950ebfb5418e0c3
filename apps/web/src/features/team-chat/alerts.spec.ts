import type { TeamChat } from '@parley/contracts/api/team-chats';
import { alertOf } from './alerts';

const chat = (changes: Partial<TeamChat> = {}): TeamChat =>
  ({
    ...{ id: 'lunch', isArchived: false, unreadMessages: 1 },
    participants: [{ userId: 'eva', addedById: 'tom' }],
    lastMessage: { id: '1', userId: 'tom' },
    ...changes,
  }) as TeamChat;
const next = { id: '2', userId: 'tom' } as TeamChat['lastMessage'];

it('alerts once about a chat that a colleague started', () => {
  expect(alertOf(chat(), undefined, 'eva')?.name).toBe('notifyTeamchatStarted');
  expect(alertOf(chat(), chat(), 'eva')).toBeNull();
});

it('alerts about a colleague’s message, but not if it was read or only the title or a read mark changed', () => {
  expect(alertOf(chat({ lastMessage: next }), chat(), 'eva')?.name).toBe('notifyTeamchatMessage');
  expect(alertOf(chat({ lastMessage: next, unreadMessages: 0 }), chat(), 'eva')).toBeNull();
  expect(alertOf(chat({ title: 'Lunch' }), chat(), 'eva')).toBeNull();
});

it('does not alert about the user’s own messages or archived chats', () => {
  expect(alertOf(chat({ lastMessage: { ...next!, userId: 'eva' } }), chat(), 'eva')).toBeNull();
  expect(alertOf(chat({ isArchived: true, lastMessage: next }), chat(), 'eva')).toBeNull();
});
