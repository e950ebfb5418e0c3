import fc from 'fast-check';
import {
  comparisons,
  everybody,
  meetsConditions,
  readConditions,
  type ContactCondition,
  type ContactConditions,
} from '@parley/contracts/api/contact-conditions';
import type {
  ChannelEvent,
  ContactEvent,
  ContactListBatchEvent,
  ContactListEvent,
  ConversationEvent,
  LabelEvent,
  MessageEvent,
} from '@parley/contracts/events';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import type { ContactViewer } from '@parley/access-rules/viewer';
import { runMigrations } from '@parley/platform/database/migrate';
import { History, id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ListQueries } from '../lists/list.queries';
import { contactFactsOf, ContactListQueries } from './contact-list.queries';
import { contactsView } from './contacts.projector';

type Told = ContactEvent | ConversationEvent | ChannelEvent | LabelEvent | MessageEvent;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await runMigrations(database.url, [Projection1763700000200, ViewTally1767500000000]);
});
afterAll(() => database.drop());

const contacts = ['ana', 'ben', 'cleo', 'dora'];
const conversations = ['a', 'b', 'c', 'd'];
const channels = ['whatsapp', 'web'];
const labels = ['gold', 'new'];
const users = ['tom', 'lee'];
const words = ['54', '7', '2026-05-01', 'Ünder 100%', 'under_'];

const step = fc.record({
  does: fc.constantFrom(
    ...(['start', 'start', 'receive', 'receive', 'send', 'archive', 'reopen', 'assign', 'delete'] as const),
    ...(['label', 'unlabel', 'block', 'prioritise', 'opt in', 'opt out', 'metadata', 'attribute'] as const),
    ...(['no attribute', 'phone', 'email', 'disconnect', 'connect', 'erase', 'merge', 'unmerge'] as const),
    ...(['merge label', 'company'] as const),
  ),
  contact: fc.constantFrom(...contacts),
  other: fc.constantFrom(...contacts),
  conversation: fc.constantFrom(...conversations),
  channel: fc.constantFrom(...channels),
  label: fc.constantFrom(...labels),
  user: fc.option(fc.constantFrom(...users)),
  word: fc.constantFrom(...words),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const ids = (from: string[]) =>
  fc.uniqueArray(fc.constantFrom(...from.map(id)), { minLength: 1, maxLength: 2 });
const time = fc.option(
  fc.integer({ min: 0, max: 60 }).map((s) => new Date(Date.UTC(2026, 4, 1) + s * 1000).toISOString()),
);
const condition: fc.Arbitrary<ContactCondition> = fc.oneof(
  fc.record({
    field: fc.constant('label' as const),
    is: fc.constantFrom('anyOf', 'noneOf'),
    ids: ids(labels),
  }),
  fc.record({
    field: fc.constant('channel' as const),
    is: fc.constantFrom('anyOf', 'noneOf'),
    ids: ids(channels),
  }),
  fc.record({
    field: fc.constantFrom('assignedUser' as const, 'assignedTeam' as const),
    is: fc.constantFrom('anyOf', 'noneOf'),
    ids: ids(users),
  }),
  fc.record({ field: fc.constantFrom('optIn', 'blocked', 'vip'), is: fc.boolean() }),
  fc.record({ field: fc.constant('lastStatus' as const), is: fc.constantFrom('open', 'closed', 'none') }),
  fc.record({ field: fc.constantFrom('createdAt', 'lastSeenAt'), from: time, before: time }),
  fc.record({
    field: fc.constant('metadata' as const),
    name: fc.constantFrom('Frame', 'FRAME', 'rim'),
    is: fc.constantFrom(...comparisons),
    value: fc.constantFrom(...words),
  }),
  fc.record({
    field: fc.constant('attribute' as const),
    attributeId: fc.constant(id('size')),
    is: fc.constantFrom(...comparisons),
    value: fc.oneof(fc.constantFrom(...words), fc.constantFrom(7, 54, 60)),
  }),
  fc.record({
    field: fc.constant('keyword' as const),
    value: fc.constantFrom('ana', 'BÉN', '+34 612', 'ruiz ana', '%'),
  }),
);
const match = fc.constantFrom('all' as const, 'any' as const);
const conditions: fc.Arbitrary<ContactConditions> = fc.record({
  match,
  groups: fc.array(fc.record({ match, conditions: fc.array(condition, { maxLength: 3 }) }), { maxLength: 3 }),
});

function historyOf(steps: Step[]): History<Told> {
  const history = new History<Told>();
  for (const word of contacts) {
    const data = { subject: id(word), personal: { name: word === 'ana' ? 'Ána Ruiz' : word } };
    history.add(`contact-${id(word)}`, { type: 'ContactRegistered', data });
  }
  for (const word of labels)
    history.add(`label-${id(word)}`, { type: 'LabelCreated', data: { name: word, colour: '#c92a2a' } });
  for (const word of channels) history.add(`channel-${id(word)}`, connected(word));
  for (const one of steps) for (const [stream, fact] of factsOf(one)) history.add(stream, fact);
  return history;
}

function connected(name: string): ChannelEvent {
  const platform = name === 'web' ? 'telegram' : 'whatsapp';
  const provider = name === 'web' ? 'telegram' : 'whatsapp-cloud';
  const settings = { customerCareWindowLength: 24, readForAll: true, mandatoryAssign: false };
  const account = { providerAccountId: null, businessAccountId: null, apiBaseUrl: null, secrets: [] };
  return {
    type: 'ChannelConnected',
    data: { name, platform, provider, ...settings, ...account, teamIds: [], userIds: [] },
  };
}

function factsOf(step: Step): [string, Told][] {
  const { does, contact, other, conversation, channel, label, user, word } = step;
  const talk = `conversation-${id(conversation)}`;
  const who = `contact-${id(contact)}`;
  const subject = id(contact);
  const message = {
    ...{ subject, conversationId: id(conversation), channelId: id(channel), contactId: subject },
    ...{ contentType: 'text' as const, personal: null },
  };
  switch (does) {
    case 'start': {
      const data = { contactId: subject, channelId: id(channel), readForAll: true };
      const startedAt = '2026-05-01T00:00:00.000Z';
      return [[talk, { type: 'ConversationStarted', data: { ...data, startedAt } }]];
    }
    case 'receive': {
      const data = { ...message, providerTime: '2026-05-01T00:00:00.000Z', isAutomatic: false };
      return [[`message-${id(`${word}${conversation}`)}`, { type: 'MessageReceived', data }]];
    }
    case 'send':
      return [
        [`message-${id(`out ${word}`)}`, { type: 'MessageQueued', data: { ...message, clientKey: word } }],
      ];
    case 'archive':
      return [[talk, { type: 'ConversationArchived', data: { seenUpTo: '9', afterHours: null } }]];
    case 'reopen':
      return [[talk, { type: 'ConversationReopened', data: { cause: 'user' } }]];
    case 'assign':
      return [
        [
          talk,
          { type: 'ConversationAssigned', data: { userId: user && id(user), teamId: user && id('lee') } },
        ],
      ];
    case 'delete':
      return [[talk, { type: 'ConversationDeleted', data: { seenUpTo: '9', afterDays: null } }]];
    case 'label':
      return [[who, { type: 'ContactLabelled', data: { labelId: id(label) } }]];
    case 'unlabel':
      return [[who, { type: 'ContactUnlabelled', data: { labelId: id(label) } }]];
    case 'merge label':
      return [[`label-${id('new')}`, { type: 'LabelMerged', data: { intoId: id('gold') } }]];
    case 'block':
      return [[who, { type: 'ContactBlocked', data: {} }]];
    case 'prioritise':
      return [[who, { type: 'ContactPrioritised', data: {} }]];
    case 'opt in':
      return [[who, { type: 'ContactOptedIn', data: {} }]];
    case 'opt out':
      return [[who, { type: 'ContactOptedOut', data: {} }]];
    case 'metadata': {
      const data = { subject, personal: { name: 'Frame', value: word }, metadataId: id(`${contact} frame`) };
      return [[who, { type: 'ContactMetadataSet', data }]];
    }
    case 'attribute': {
      const data = { subject, personal: { value: word }, attributeId: id('size') };
      return [[who, { type: 'ContactAttributeSet', data }]];
    }
    case 'no attribute':
      return [[who, { type: 'ContactAttributeRemoved', data: { attributeId: id('size') } }]];
    case 'phone':
      return [[who, { type: 'ContactIdentified', data: { subject, personal: { phone: '+34612345678' } } }]];
    case 'email':
      return [
        [who, { type: 'ContactIdentified', data: { subject, personal: { email: 'ben@example.org' } } }],
      ];
    case 'company':
      return [[who, { type: 'ContactDetailsChanged', data: { subject, personal: { company: 'Ruiz' } } }]];
    case 'disconnect':
      return [[`channel-${id(channel)}`, { type: 'ChannelDisconnected', data: {} }]];
    case 'connect':
      return [[`channel-${id(channel)}`, connected(channel)]];
    case 'erase':
      return contact === 'dora' ? [[who, { type: 'ContactErased', data: {} }]] : [];
    case 'merge': {
      // The contact with the greater id is merged into the one with the smaller, so that merges form no circle.
      const [into, from] = [contact, other].sort();
      if (into === from) return [];
      return [[`contact-${id(from!)}`, { type: 'ContactMerged', data: { intoId: id(into!) } }]];
    }
    case 'unmerge':
      return [[who, { type: 'ContactUnmerged', data: { fromId: id(other) } }]];
  }
}

async function fresh(): Promise<void> {
  await database.query('drop schema if exists contacts cascade');
  await installView(database, contactsView);
}

const steps = fc.array(step, { minLength: 10, maxLength: 60 });
const viewer: ContactViewer = {
  ...{ customerId: id('customer'), userId: id('mia'), role: 'manager', teamIds: [], hasContactsModule: true },
  ...{ channelIds: null, forcedTeamFilter: null, expandedTeamFilter: false },
};

test('SQL and memory agree on which contacts meet conditions, and a page’s total equals the number of contacts', async () => {
  const lists = new ContactListQueries(database);
  const told = { met: 0, missed: 0 };
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.array(conditions, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      async (taken, asked, batchSize) => {
        await fresh();
        await project(database, contactsView, historyOf(taken).events, { batchSize });
        const facts = await contactFactsOf(database, 'contacts.', contacts.map(id));
        const all = await lists.idsAfter(viewer, { conditions: everybody }, { after: null, limit: 100 });
        expect(all).toEqual([...facts.keys()].sort());
        for (const each of asked) {
          const read = readConditions(JSON.parse(JSON.stringify(each)));
          if (!read) continue;
          const expected = [...facts].flatMap(([one, its]) => (meetsConditions(its, read) ? [one] : []));
          const page = await lists.page(
            viewer,
            { conditions: read },
            { page: 1, perPage: 50, sortBy: 'lastSeen' },
          );
          expect(page.data.map((row) => row.id).sort()).toEqual(expected.sort());
          expect(page.total).toBe(expected.length);
          told.met += expected.length;
          told.missed += all.length - expected.length;
        }
      },
    ),
    { numRuns: 25 },
  );
  expect(Math.min(told.met, told.missed)).toBeGreaterThan(100);
});

/** Texts, numbers and times at and beyond the limits of JSON, PostgreSQL and Unicode. */
const oddText = fc.oneof(
  fc.constantFrom(
    'İ',
    'ΟΔΟΣ',
    'ẞ',
    '\u{1f600}',
    '\uffee',
    '\ud800',
    '\0',
    '%_\\',
    '\u0301',
    "'; drop table x",
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 250 }),
);
const oddTime = fc.oneof(
  fc.constantFrom('0000-01-01', '0001-01-01', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'),
  fc.constantFrom(
    '2026-02-30',
    '2026-02-29',
    '2024-02-29',
    '+012026-01-01',
    '-000001-01-01',
    '2026-01-01T24:00:00Z',
  ),
  fc.constantFrom(
    '2026-01-01T00:00:00+99:99',
    '2026-01-01 10:00',
    'infinity',
    'now',
    '4713-01-01 BC',
    'epoch',
  ),
  fc.date({ noInvalidDate: true }).map((each) => each.toISOString()),
  oddText,
);
const oddNumber = fc.oneof(
  fc.double(),
  fc.constantFrom(5e-324, 1.7976931348623157e308, -0, 2 ** 53, Infinity, NaN),
);
const oddCondition = fc.oneof(
  fc.record({ field: fc.constantFrom('createdAt', 'lastSeenAt'), from: oddTime, before: fc.option(oddTime) }),
  fc.record({
    field: fc.constant('metadata'),
    name: oddText,
    is: fc.constantFrom(...comparisons),
    value: oddText,
  }),
  fc.record({
    field: fc.constant('attribute'),
    attributeId: fc.constant(id('size')),
    is: fc.constantFrom(...comparisons),
    value: fc.oneof(oddText, oddNumber),
  }),
  fc.record({ field: fc.constant('keyword'), value: oddText }),
  fc.record({ field: fc.constant('label'), is: fc.constantFrom('anyOf', 'noneOf'), ids: fc.array(oddText) }),
);

test('conditions with odd values are either rejected, or give the same result as SQL and in memory', async () => {
  await fresh();
  const history = new History<Told>();
  const odd = ['İ', 'ΟΔΟΣ', 'ẞ', '\u{1f600}', '\uffee', '%_\\'];
  for (const [at, word] of contacts.entries()) {
    const subject = id(word);
    const stream = `contact-${subject}`;
    history.add(stream, { type: 'ContactRegistered', data: { subject, personal: { name: word } } });
    for (const [nth, value] of [odd[at]!, odd[at + 2]!].entries()) {
      const data = { subject, personal: { name: value, value }, metadataId: id(`${word} ${nth}`) };
      history.add(stream, { type: 'ContactMetadataSet', data });
    }
    const data = { subject, personal: { value: odd[at + 1]! }, attributeId: id('size') };
    history.add(stream, { type: 'ContactAttributeSet', data });
  }
  await project(database, contactsView, history.events);
  const lists = new ContactListQueries(database);
  const facts = await contactFactsOf(database, 'contacts.', contacts.map(id));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(oddCondition, async (each) => {
      const groups = [{ match: 'all', conditions: [each] }];
      const read = readConditions(JSON.parse(JSON.stringify({ match: 'all', groups })));
      if (!read) return;
      accepted++;
      const expected = [...facts].flatMap(([one, its]) => (meetsConditions(its, read) ? [one] : []));
      const found = await lists.idsAfter(viewer, { conditions: read }, { after: null, limit: 100 });
      expect(found).toEqual(expected.sort());
    }),
    { numRuns: 600 },
  );
  expect(accepted).toBeGreaterThan(100);
});

test('a live list with invalid stored conditions has no members, is listed as invalid and does not affect other lists', async () => {
  await fresh();
  const history = new History<Told | ContactListEvent>();
  const conditions = (condition: ContactCondition): ContactConditions => ({
    match: 'all',
    groups: [{ match: 'all', conditions: [condition] }],
  });
  const invalid: Record<string, unknown> = {
    year: conditions({ field: 'createdAt', from: '0000-01-01T00:00:00.000Z' }),
    far: conditions({ field: 'createdAt', before: '+012026-01-01T00:00:00.000Z' }),
    number: conditions({ field: 'attribute', attributeId: 'size', is: 'is', value: 7 }),
    field: conditions({ field: 'shoes', is: true } as unknown as ContactCondition),
    text: 'createdAt',
  };
  for (const [name, stored] of Object.entries({ ...invalid, good: everybody })) {
    const data = { name, description: '', conditions: stored };
    history.add(`contactList-${id(name)}`, { type: 'ContactListAdded', data });
  }
  const ana = { subject: id('ana'), personal: { name: 'Ana' } };
  history.add(`contact-${id('ana')}`, { type: 'ContactRegistered', data: ana });
  await project(database, contactsView, history.events);
  const listed = await new ListQueries(database).list(history.customerId);
  expect(
    Object.fromEntries(listed.map(({ name, isInvalid, members }) => [name, [isInvalid, members]])),
  ).toEqual({
    ...Object.fromEntries(Object.keys(invalid).map((name) => [name, [true, 0]])),
    good: [false, 1],
  });
});

test('the contacts, merges and activity are the same however events are split into batches', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 2, max: 9 }), async (taken, batchSize) => {
      const { events } = historyOf(taken);
      const results = [];
      for (const size of [1, batchSize, 1000]) {
        await fresh();
        await project(database, contactsView, events, { batchSize: size });
        results.push(await contentsOf(database, 'contacts'));
      }
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
    }),
    { numRuns: 15 },
  );
});

test('after each batch a live list contains the contacts that meet its conditions, and a fixed list those that were added', async () => {
  const lists = new ListQueries(database);
  const told = { met: 0, missed: 0 };
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.array(conditions, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      async (taken, asked, batchSize) => {
        await fresh();
        const history = historyOf(taken) as History<Told | ContactListEvent | ContactListBatchEvent>;
        const live = asked.flatMap((each) => {
          const read = readConditions(JSON.parse(JSON.stringify(each)));
          return read ? [read] : [];
        });
        // Half of the lists exist from the beginning; the others are added after contacts have changed.
        const opening = new History<ContactListEvent | ContactListBatchEvent>(history.customerId);
        for (const [index, each] of live.entries()) {
          const list = index % 2 ? history : opening;
          const content = { name: `List ${index}`, description: '', conditions: each };
          list.add(`contactList-${id(`list ${index}`)}`, { type: 'ContactListAdded', data: content });
        }
        const fixed = { name: 'Fixed', description: '', conditions: null };
        opening.add(`contactList-${id('fixed')}`, { type: 'ContactListAdded', data: fixed });
        const registered = history.events.slice(0, contacts.length);
        const contactIds = contacts.slice(1).map(id);
        const put = new History<ContactListBatchEvent>(history.customerId);
        put.add(`contactListBatch-${id('batch')}`, {
          type: 'ContactsListed',
          data: { listId: id('fixed'), contactIds },
        });
        const events = [
          ...opening.events,
          ...registered,
          ...put.events,
          ...history.events.slice(contacts.length),
        ];
        for (let start = 0; start < events.length; start += batchSize) {
          await project(database, contactsView, events.slice(start, start + batchSize));
          const facts = await contactFactsOf(database, 'contacts.', contacts.map(id));
          const { rows: there } = await database.query<{ id: string }>(
            'select id from contacts.contact_list',
          );
          const isThere = new Set(there.map((row) => row.id));
          for (const [index, each] of live.entries()) {
            const listId = id(`list ${index}`);
            if (!isThere.has(listId)) continue;
            const expected = [...facts].flatMap(([one, its]) => (meetsConditions(its, each) ? [one] : []));
            const { data } = await lists.members(history.customerId, listId, { limit: 100 });
            expect(data.map((member) => member.id)).toEqual(expected.sort());
            told.met += expected.length;
            told.missed += facts.size - expected.length;
          }
        }
        const { rows: merged } = await database.query<{ contact_id: string; root_id: string }>(
          'select contact_id, root_id from contacts.merged',
        );
        const stands = new Map(merged.map((row) => [row.contact_id, row.root_id]));
        const facts = await contactFactsOf(database, 'contacts.', contacts.map(id));
        const erased = new Set(
          events.flatMap(({ type, stream }) =>
            type === 'ContactErased' ? [stream.slice('contact-'.length)] : [],
          ),
        );
        const left = contactIds.filter((one) => !erased.has(one)).map((one) => stands.get(one) ?? one);
        const { data } = await lists.members(history.customerId, id('fixed'), { limit: 100 });
        expect(data.map((member) => member.id)).toEqual(
          [...new Set(left)].filter((one) => facts.has(one)).sort(),
        );
      },
    ),
    { numRuns: 15 },
  );
  expect(Math.min(told.met, told.missed)).toBeGreaterThan(100);
});

test('a live list loses a member who met its conditions only through a conversation that is then deleted', async () => {
  await fresh();
  const history = new History<Told | ContactListEvent>();
  const talk = `conversation-${id('a')}`;
  const conditions: ContactConditions = {
    match: 'all',
    groups: [{ match: 'all', conditions: [{ field: 'channel', is: 'anyOf', ids: [id('whatsapp')] }] }],
  };
  const list = { name: 'On WhatsApp', description: '', conditions };
  history.add(`channel-${id('whatsapp')}`, connected('whatsapp'));
  history.add(`contactList-${id('list')}`, { type: 'ContactListAdded', data: list });
  const ana = { subject: id('ana'), personal: { name: 'Ana' } };
  history.add(`contact-${id('ana')}`, { type: 'ContactRegistered', data: ana });
  const started = { contactId: id('ana'), channelId: id('whatsapp'), readForAll: true };
  const startedAt = '2026-05-01T00:00:00.000Z';
  history.add(talk, { type: 'ConversationStarted', data: { ...started, startedAt } });
  history.add(talk, { type: 'ConversationDeleted', data: { seenUpTo: '9', afterDays: null } });
  const members = async () =>
    (await new ListQueries(database).members(history.customerId, id('list'), { limit: 10 })).data.length;

  await project(database, contactsView, history.events.slice(0, -1));
  expect(await members()).toBe(1);
  await project(database, contactsView, history.events.slice(-1));
  expect(await members()).toBe(0);
});
