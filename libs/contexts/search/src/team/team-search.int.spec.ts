import { parseSearch } from '@parley/contracts/api/search-query';
import type { TeamChatEntryEvent, TeamChatEvent } from '@parley/contracts/events';
import { History, id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { teamSearchView } from './team-search.projector';
import { TeamSearchQueries } from './team-search.queries';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

class Talk extends History<TeamChatEvent | TeamChatEntryEvent> {
  chat(fact: TeamChatEvent): void {
    this.add(`teamChat-${id('lunch')}`, fact);
  }

  says(entry: string, by: string, message: string | null, file?: string): void {
    const attachments = file
      ? [{ id: id(file), fileName: file, contentType: 'text/plain', size: 1, path: 'a/b' }]
      : [];
    const said = {
      subject: id(by),
      personal: { message, attachments },
      tmpId: `tmp-${entry}`,
      replyTo: null,
    };
    const data = { ...said, chatId: id('lunch'), userId: id(by), mentions: [] };
    this.add(`teamChatEntry-${id(entry)}`, { type: 'TeamChatEntrySent', data });
  }

  about(entry: string, fact: TeamChatEntryEvent): void {
    this.add(`teamChatEntry-${id(entry)}`, fact);
  }
}

const userOf = (userId: string) => ({ userId: id(userId) });

function lunch(): Talk {
  const talk = new Talk();
  talk.chat({ type: 'TeamChatStarted', data: { title: null, userIds: [id('tom'), id('eva')] } });
  talk.says('1', 'tom', 'Pancakes at noon');
  talk.says('2', 'eva', null, 'pancakes.txt');
  talk.says('3', 'tom', 'Soup');
  talk.about('3', {
    type: 'TeamChatEntryEdited',
    data: { subject: id('tom'), personal: { message: 'More pancakes' }, mentions: [] },
  });
  talk.says('4', 'tom', 'Secret pancakes');
  talk.about('4', { type: 'TeamChatEntryDeleted', data: {} });
  talk.chat({ type: 'TeamChatParticipantAdded', data: userOf('mia') });
  talk.chat({ type: 'TeamChatParticipantLeft', data: userOf('eva') });
  talk.says('5', 'eva', 'Pancakes of somebody who had left');
  talk.says('6', 'tom', 'Pancakes for Mia');
  return talk;
}

async function told(talk: Talk, batchSize = 1_000): Promise<void> {
  await database.query('drop schema if exists team_search cascade');
  await installView(database, teamSearchView);
  await project(database, teamSearchView, talk.events, { batchSize });
}

async function found(as: string, text = 'pancake', customerId = id('customer')): Promise<string[]> {
  const { query } = parseSearch(text);
  const hits = await new TeamSearchQueries(database).find({ customerId, userId: id(as) }, query);
  return hits.map(({ snippet }) => snippet.text);
}

it('finds entries from the time in which the user took part, by their edited text or file name, but no deleted ones', async () => {
  await told(lunch());
  expect(await found('tom')).toEqual([
    'Pancakes for Mia',
    'More pancakes',
    'pancakes.txt',
    'Pancakes at noon',
  ]);
  expect(await found('mia')).toEqual(['Pancakes for Mia']);
  expect(await found('tom', 'soup')).toEqual([]);
});

it('finds nothing for users who left or never took part, for other organisations, or in a deleted chat', async () => {
  const talk = lunch();
  await told(talk);
  expect([await found('eva'), await found('ida'), await found('tom', 'pancake', id('other'))]).toEqual([
    [],
    [],
    [],
  ]);
  // A query with an operator applies only to conversations with contacts.
  expect(await found('tom', 'pancake channel:WhatsApp')).toEqual([]);
  talk.chat({ type: 'TeamChatParticipantAdded', data: userOf('eva') });
  await told(talk);
  expect(await found('eva')).toEqual(['More pancakes', 'pancakes.txt', 'Pancakes at noon']);
  talk.chat({ type: 'TeamChatDeleted', data: {} });
  await told(talk);
  expect(await found('tom')).toEqual([]);
  talk.chat({ type: 'TeamChatExpired', data: { afterDays: 30 } });
  await told(talk);
  expect(await contentsOf(database, 'team_search')).toEqual({ entry: [], stay: [] });
});

it('the team search view has the same rows however events are split into batches', async () => {
  const talk = lunch();
  await told(talk);
  const once = await contentsOf(database, 'team_search');
  for (const size of [1, 2, 5]) {
    await told(talk, size);
    expect(await contentsOf(database, 'team_search')).toEqual(once);
  }
});
