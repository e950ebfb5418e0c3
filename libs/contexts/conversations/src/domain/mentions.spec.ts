import type { ConversationEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { given } from '@parley/event-sourcing/decider/given';
import { conversation } from './conversation';

const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { contactId: 'ana', channelId: 'whatsapp', readForAll: true, startedAt: '2026-11-14T10:00:00.000Z' },
};
const mentioned: ConversationEvent = {
  type: 'ColleaguesMentioned',
  data: { commentId: 'n1', userId: 'eva', userIds: ['tom'], teamIds: ['sales'] },
};
const note = {
  type: 'AddComment',
  commentId: 'n1',
  userId: 'eva',
  text: 'Look, @Tom',
  clientKey: 'k1',
} as const;
const settle = (userId: string, teamIds: string[] = []) =>
  ({ type: 'SettleMention', commentId: 'n1', userId, teamIds }) as const;
const settled = (userId: string): ConversationEvent => ({
  type: 'MentionSettled',
  data: { commentId: 'n1', userId },
});

it('records the mentioned users and teams of a note, without duplicates and without the note’s writer', () => {
  const mentions = { userIds: ['tom', 'tom', 'eva'], teamIds: ['sales'] };
  expect(given(conversation, [started]).when({ ...note, mentions })[1]).toEqual(mentioned);
});

it('records no mention if a note mentions no colleagues, or only its writer', () => {
  const { when } = given(conversation, [started]);
  expect(when(note)).toHaveLength(1);
  expect(when({ ...note, mentions: { userIds: ['eva'], teamIds: [] } })).toHaveLength(1);
});

it('a mentioned user settles a mention once, and each member of a mentioned team settles it separately', () => {
  const { when } = given(conversation, [started, mentioned, settled('tom')]);
  expect(when(settle('tom'))).toEqual([]);
  expect(when(settle('lee', ['sales']))).toEqual([settled('lee')]);
});

it('rejects settling by a user who is not mentioned, and by the note’s writer as a member of a mentioned team', () => {
  const { when } = given(conversation, [started, mentioned]);
  expect(() => when(settle('mia', ['support']))).toThrow(NotFound);
  expect(() => when(settle('eva', ['sales']))).toThrow(NotFound);
});

it('reopens a settled mention for the user who settled it', () => {
  const reopen = { type: 'ReopenMention', commentId: 'n1', userId: 'tom', teamIds: [] } as const;
  expect(given(conversation, [started, mentioned, settled('tom')]).when(reopen)).toEqual([
    { type: 'MentionReopened', data: { commentId: 'n1', userId: 'tom' } },
  ]);
  expect(given(conversation, [started, mentioned]).when(reopen)).toEqual([]);
});

it('lets only the writer of the note withdraw the note’s mentions, which removes all of them', () => {
  const withdraw = (userId: string) =>
    ({ type: 'WithdrawMentions', commentId: 'n1', userId, teamIds: [] }) as const;
  const withdrawn: ConversationEvent = {
    type: 'MentionsWithdrawn',
    data: { commentId: 'n1', userId: 'eva' },
  };
  expect(given(conversation, [started, mentioned]).when(withdraw('eva'))).toEqual([withdrawn]);
  expect(() => given(conversation, [started, mentioned]).when(withdraw('tom'))).toThrow(NotFound);
  const { when } = given(conversation, [started, mentioned, withdrawn]);
  expect(when(withdraw('eva'))).toEqual([]);
  expect(() => when(settle('tom'))).toThrow(NotFound);
});
