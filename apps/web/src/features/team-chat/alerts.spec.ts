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

it('A chat that somebody else began is told once', () => {
  expect(alertOf(chat(), undefined, 'eva')?.name).toBe('notifyTeamchatStarted');
  expect(alertOf(chat(), chat(), 'eva')).toBeNull();
});

it('A message of somebody else is told, unless it is read, or only a mark or a title changed', () => {
  expect(alertOf(chat({ lastMessage: next }), chat(), 'eva')?.name).toBe('notifyTeamchatMessage');
  expect(alertOf(chat({ lastMessage: next, unreadMessages: 0 }), chat(), 'eva')).toBeNull();
  expect(alertOf(chat({ title: 'Lunch' }), chat(), 'eva')).toBeNull();
});

it('Nothing is told of what one did oneself, or of an archived chat', () => {
  expect(alertOf(chat({ lastMessage: { ...next!, userId: 'eva' } }), chat(), 'eva')).toBeNull();
  expect(alertOf(chat({ isArchived: true, lastMessage: next }), chat(), 'eva')).toBeNull();
});
