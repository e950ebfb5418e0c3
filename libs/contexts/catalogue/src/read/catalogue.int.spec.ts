import type {
  ContactAttributeEvent,
  ContactEvent,
  ConversationEvent,
  LabelEvent,
  QuickReplyEvent,
  SegmentEvent,
  TagEvent,
} from '@parley/contracts/events';
import fc from 'fast-check';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { History, id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { catalogueView } from '../catalogue.view';
import { ContactAttributeQueries, SegmentQueries } from './contact-settings.queries';
import { MarkQueries } from './marks.queries';
import { QuickReplyQueries } from './quick-replies.queries';

type CatalogueEvent =
  | SegmentEvent
  | ContactAttributeEvent
  | TagEvent
  | LabelEvent
  | QuickReplyEvent
  | ConversationEvent
  | ContactEvent;

/** Appends the events of a test; ids are derived from words. */
class CatalogueHistory extends History<CatalogueEvent> {
  tag(word: string, colour = '#c92a2a'): void {
    this.add(`tag-${id(word)}`, { type: 'TagCreated', data: { name: word, colour } });
  }
  label(word: string): void {
    this.add(`label-${id(word)}`, { type: 'LabelCreated', data: { name: word, colour: '#0f7b6c' } });
  }
  delete(word: string): void {
    this.add(`tag-${id(word)}`, { type: 'TagDeleted', data: {} });
  }
  merge(word: string, into: string): void {
    this.add(`tag-${id(word)}`, { type: 'TagMerged', data: { intoId: id(into) } });
  }
  put(word: string, conversation: string): void {
    this.add(`conversation-${id(conversation)}`, { type: 'ConversationTagged', data: { tagId: id(word) } });
  }
  take(word: string, conversation: string): void {
    this.add(`conversation-${id(conversation)}`, { type: 'ConversationUntagged', data: { tagId: id(word) } });
  }
  reply(word: string, owner: string, visibility: 'everybody' | 'me'): void {
    this.add(`quickReply-${id(word)}`, {
      type: 'QuickReplyCreated',
      data: { title: word, message: `${word}!`, visibility, ownerId: id(owner) },
    });
  }
}

const customer = id('customer');
let database: TestDatabase;
let marks: MarkQueries;
let replies: QuickReplyQueries;
let history: CatalogueHistory;

beforeAll(async () => {
  database = await testDatabase();
  marks = new MarkQueries(database);
  replies = new QuickReplyQueries(database);
});
afterAll(() => database.drop());

async function happened(batchSize?: number): Promise<void> {
  await database.query('drop schema if exists catalogue cascade');
  await installView(database, catalogueView);
  await project(database, catalogueView, history.events, { batchSize });
}

beforeEach(() => {
  history = new CatalogueHistory();
});

const usages = async (kind: 'tag' | 'label' = 'tag') =>
  Object.fromEntries((await marks.list(customer, kind)).map(({ name, usage }) => [name, usage]));

test('lists the tags of an organisation by name, with their latest names and colours and without labels', async () => {
  history.tag('refund');
  history.tag('Bikes', '#3b4fd8');
  history.label('wholesale');
  history.add(`tag-${id('refund')}`, { type: 'TagChanged', data: { name: 'money', colour: '#0f7b6c' } });
  await happened();
  expect(await marks.list(customer, 'tag')).toEqual([
    { id: id('Bikes'), name: 'Bikes', colour: '#3b4fd8', usage: 0 },
    { id: id('refund'), name: 'money', colour: '#0f7b6c', usage: 0 },
  ]);
  expect((await marks.list(customer, 'label')).map(({ name }) => name)).toEqual(['wholesale']);
  expect(await marks.list(id('another organisation'), 'tag')).toEqual([]);
});

test('counts the conversations that have a tag, and the contacts that have a label', async () => {
  history.tag('refund');
  history.label('vip');
  for (const word of ['a', 'b', 'c']) history.put('refund', word);
  history.take('refund', 'b');
  history.put('refund', 'a');
  history.add(`contact-${id('ana')}`, { type: 'ContactLabelled', data: { labelId: id('vip') } });
  history.add(`contact-${id('ben')}`, { type: 'ContactLabelled', data: { labelId: id('vip') } });
  history.add(`contact-${id('ben')}`, { type: 'ContactErased', data: {} });
  await happened();
  expect(await usages()).toEqual({ refund: 2 });
  expect(await usages('label')).toEqual({ vip: 1 });
  expect(await marks.usageOf(customer, id('refund'))).toBe(2);
  expect(await marks.usageOf(id('another organisation'), id('refund'))).toBe(0);
});

test('a merged tag counts the conversations of both tags, and a conversation with both tags once', async () => {
  history.tag('refund');
  history.tag('money back');
  history.put('refund', 'a');
  history.put('money back', 'a');
  history.put('money back', 'b');
  history.merge('money back', 'refund');
  // An agent who has not seen the merge yet still adds the merged tag.
  history.put('money back', 'c');
  history.take('refund', 'a');
  await happened();
  expect(await usages()).toEqual({ refund: 3 });
});

test('a deleted tag disappears from the list, as do the tags that were merged into it', async () => {
  for (const word of ['refund', 'money back', 'vip']) history.tag(word);
  history.put('money back', 'a');
  history.merge('money back', 'refund');
  history.delete('refund');
  history.put('refund', 'b');
  await happened();
  expect(await usages()).toEqual({ vip: 0 });
});

test('lists shared quick replies and the private quick replies of the user only', async () => {
  history.reply('hours', 'mia', 'everybody');
  history.reply('address', 'tom', 'me');
  history.reply('swear word', 'mia', 'me');
  history.reply('old', 'tom', 'everybody');
  history.add(`quickReply-${id('old')}`, { type: 'QuickReplyDeleted', data: {} });
  await happened();
  const titles = async (user: string, of = customer) =>
    (await replies.list(of, id(user))).map(({ title }) => title);
  expect(await titles('tom')).toEqual(['address', 'hours']);
  expect(await titles('mia')).toEqual(['hours', 'swear word']);
  expect(await titles('tom', id('another organisation'))).toEqual([]);
  await expect(replies.one(customer, id('tom'), id('swear word'))).rejects.toThrow(NotFound);
  await expect(replies.one(id('another organisation'), id('mia'), id('hours'))).rejects.toThrow(NotFound);
  expect(await replies.one(customer, id('tom'), id('hours'))).toMatchObject({ message: 'hours!' });
});

test('lists shared segments and the private segments of the user only, by name', async () => {
  const conditions = JSON.stringify({ match: 'all', groups: [] });
  for (const [name, owner, visibility] of [
    ['Late', 'mia', 'everybody'],
    ['early', 'tom', 'me'],
    ['Hidden', 'mia', 'me'],
    ['Old', 'tom', 'everybody'],
  ] as const) {
    const data = { name, conditions, visibility, ownerId: id(owner) };
    history.add(`segment-${id(name)}`, { type: 'SegmentCreated', data });
  }
  history.add(`segment-${id('Old')}`, { type: 'SegmentDeleted', data: {} });
  await happened();
  const segments = new SegmentQueries(database);
  const names = (await segments.list(customer, id('tom'))).map(({ name }) => name);
  expect(names).toEqual(['early', 'Late']);
  expect(await segments.one(customer, id('tom'), id('Late'))).toMatchObject({
    conditions: { match: 'all', groups: [] },
  });
  await expect(segments.one(customer, id('tom'), id('Hidden'))).rejects.toThrow(NotFound);
  expect(await segments.list(id('another organisation'), id('tom'))).toEqual([]);
});

test('lists the contact attributes of an organisation with their latest choices', async () => {
  const kind = 'choice' as const;
  const stream = `contactAttribute-${id('tier')}` as const;
  const made = { name: 'Tier', kind, choices: 'Gold\nSilver' };
  history.add(stream, { type: 'ContactAttributeCreated', data: made });
  history.add(stream, {
    type: 'ContactAttributeChanged',
    data: { ...made, choices: 'Gold\nSilver\nBronze' },
  });
  await happened();
  const attributes = new ContactAttributeQueries(database);
  expect(await attributes.list(customer)).toEqual([
    { id: id('tier'), name: 'Tier', kind, choices: ['Gold', 'Silver', 'Bronze'] },
  ]);
  await expect(attributes.one(id('another organisation'), id('tier'))).rejects.toThrow(NotFound);
});

const words = ['refund', 'returns', 'vip'];
const step = fc.record({
  does: fc.constantFrom('tag', 'put', 'put', 'take', 'merge', 'delete', 'erase', 'label'),
  word: fc.constantFrom(...words),
  other: fc.constantFrom(...words),
  target: fc.constantFrom('a', 'b', 'c'),
});

test('stores the same rows and correct usage counts however events are divided into batches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 50 }),
      fc.integer({ min: 2, max: 9 }),
      async (steps, batchSize) => {
        history = new CatalogueHistory();
        for (const { does, word, other, target } of steps) {
          if (does === 'merge') history.merge(word, other);
          else if (does === 'put' || does === 'take') history[does](word, target);
          else if (does === 'erase')
            history.add(`contact-${id(target)}`, { type: 'ContactErased', data: {} });
          else if (does === 'label')
            history.add(`contact-${id(target)}`, { type: 'ContactLabelled', data: { labelId: id(word) } });
          else history[does](word);
        }
        const results = [];
        for (const size of [1, batchSize, 1000]) {
          await happened(size);
          results.push(await contentsOf(database, 'catalogue'));
        }
        expect(results[1]).toEqual(results[0]);
        expect(results[2]).toEqual(results[0]);
        const { rows } = await database.query<{ name: string; count: number }>(
          `select r.name, count(distinct k.target_id)::int as count from catalogue.mark r
             join catalogue.mark m on m.stands_for = r.id left join catalogue.marked k on k.mark_id = m.id
            where r.stands_for = r.id and not r.is_deleted group by r.name`,
        );
        expect(await usages()).toEqual(Object.fromEntries(rows.map(({ name, count }) => [name, count])));
      },
    ),
    { numRuns: 10, endOnFailure: true },
  );
});
