import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ConversationHistory } from '../testing/conversation-history';
import { inboxView } from './inbox.projector';
import { InboxQueries } from './inbox.queries';
import { MentionQueries } from './mention.queries';
import { Mentionable } from './mentionable';
import { transcriptView } from './transcript.projector';

let database: TestDatabase;
let history: ConversationHistory;
let projected = 0;

const customerId = id('customer');

beforeAll(async () => {
  database = await testDatabase([Projection1763700000200, ViewTally1767500000000]);
  history = new ConversationHistory();
  history.channel('whatsapp');
  history.channel('closed', { users: ['mia'] });
  for (const word of ['eva', 'tom', 'lee']) history.user(word, 'user');
  history.user('mia', 'manager');
  for (const word of ['tom', 'eva'])
    history.add(`team-${id('sales')}`, { type: 'TeamMemberAdded', data: { userId: id(word) } });
  history.start('open', { channel: 'whatsapp' });
  history.start('hidden', { channel: 'closed' });
  for (const view of [inboxView, transcriptView]) await installView(database, view);
});
afterAll(() => database.drop());

async function settle(): Promise<void> {
  const news = history.events.slice(projected);
  for (const view of [inboxView, transcriptView]) await project(database, view, news);
  projected = history.events.length;
}

function note(name: string, chat: string, users: string[], teams: string[] = []): void {
  const [commentId, userId] = [id(name), id('eva')];
  const clientKey = `note-${name}`;
  const said = { subject: id(`contact ${chat}`), personal: { text: name }, commentId, userId, clientKey };
  history.about(chat, { type: 'InternalCommentAdded', data: said }, 'eva');
  const named = { userIds: users.map(id), teamIds: teams.map(id) };
  history.about(chat, { type: 'ColleaguesMentioned', data: { commentId, userId, ...named } }, 'eva');
}

const viewerOf = (word: string) => new InboxQueries(database).viewer({ customerId, userId: id(word) });

async function list(word: string, isSettled = false): Promise<{ texts: (string | null)[]; open: number }> {
  const { data, open } = await new MentionQueries(database).list(await viewerOf(word), { isSettled });
  return { texts: data.map(({ text }) => text), open };
}

it('lists a user’s own mentions and those of their team, newest first, and none for the note’s writer', async () => {
  note('for Tom', 'open', ['tom']);
  note('for Sales', 'open', [], ['sales']);
  await settle();
  expect(await list('tom')).toEqual({ texts: ['for Sales', 'for Tom'], open: 2 });
  expect(await list('eva')).toEqual({ texts: [], open: 0 });
  expect(await list('lee')).toEqual({ texts: [], open: 0 });
});

it('hides mentions in a conversation that the user may not see', async () => {
  note('behind the door', 'hidden', ['tom', 'mia']);
  await settle();
  expect((await list('tom')).texts).not.toContain('behind the door');
  expect((await list('mia')).texts).toEqual(['behind the door']);
});

it('moves a mention to the settled ones for the user who settles it, and back when the user reopens it', async () => {
  const data = { commentId: id('for Sales'), userId: id('tom') };
  history.about('open', { type: 'MentionSettled', data }, 'tom');
  await settle();
  expect(await list('tom')).toEqual({ texts: ['for Tom'], open: 1 });
  expect(await list('tom', true)).toEqual({ texts: ['for Sales'], open: 1 });
  history.about('open', { type: 'MentionReopened', data }, 'tom');
  await settle();
  expect((await list('tom')).open).toBe(2);
});

it('drops a mention when the note’s writer withdraws it, or its conversation is deleted', async () => {
  const data = { commentId: id('for Tom'), userId: id('eva') };
  history.about('open', { type: 'MentionsWithdrawn', data }, 'eva');
  await settle();
  expect(await list('tom')).toEqual({ texts: ['for Sales'], open: 1 });
  history.about('hidden', { type: 'ConversationDeleted', data: { seenUpTo: '9', afterDays: null } }, 'mia');
  await settle();
  expect(await list('mia')).toEqual({ texts: [], open: 0 });
});

it('accepts mentions of users who may see the conversation, and refuses all others', async () => {
  const mentionable = new Mentionable(new InboxQueries(database));
  const chat = { channelId: id('closed'), assignedUserId: null, assignedTeamId: null };
  expect(await mentionable.of(customerId, chat)).toEqual({ userIds: [id('mia')], teams: [] });
  const open = { ...chat, channelId: id('whatsapp') };
  expect((await mentionable.of(customerId, open)).teams).toEqual([{ id: id('sales'), count: 2 }]);
  const named = (users: string[], teams: string[] = []) => ({
    userIds: users.map(id),
    teamIds: teams.map(id),
  });
  await expect(mentionable.require(customerId, chat, named(['mia', 'tom']))).rejects.toThrow(
    'mention_hidden',
  );
  await expect(mentionable.require(customerId, chat, named([], ['sales']))).rejects.toThrow('mention_hidden');
  await mentionable.require(customerId, open, named(['tom'], ['sales']));
  expect(await mentionable.told(customerId, open, named(['lee'], ['sales']), id('eva'))).toEqual(
    expect.arrayContaining([id('lee'), id('tom')]),
  );
});
