import type { DomainEvent } from '@parley/contracts/events';
import { History, id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { csvOf } from '../http/audit-csv';
import { auditView } from './audit.projector';
import { AuditQueries } from './audit.queries';

const harbour = id('customer');
const team = `team-${id('sales')}`;
const entryId = id('entry');
let database: TestDatabase;
let audit: AuditQueries;
let history: History<DomainEvent>;

beforeAll(async () => {
  database = await testDatabase();
  audit = new AuditQueries(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.query('drop schema if exists audit cascade');
  await installView(database, auditView);
  history = new History<DomainEvent>();
});

const mia = { actor: { type: 'user', id: id('mia') } } as const;
const happens = (stream: string, fact: DomainEvent, by: Parameters<typeof history.add>[2] = mia) =>
  history.add(stream, fact, by);
const user = (word: string) =>
  happens(`user-${id(word)}`, {
    type: 'UserAdded',
    data: { subject: id(word), personal: { displayName: word, email: `${word}@x.test` }, role: 'admin' },
  });
const happened = (batchSize?: number) => project(database, auditView, history.events, { batchSize });
const page = (filter: Parameters<AuditQueries['page']>[1] = {}) => audit.page(harbour, filter);
const last = async () => (await page()).data[0]!;

test('records the actor and IP address of a change, with the values before and after it', async () => {
  user('mia');
  happens(team, { type: 'TeamCreated', data: { name: 'Sales', colour: '#111111' } });
  const changed = { name: 'Sales & more', colour: '#111111', email: 'sales@x.test', sendNotification: true };
  const event = happens(team, { type: 'TeamDetailsChanged', data: changed });
  Object.assign(event, { ip: '192.0.2.7' });
  await happened();
  expect(await last()).toEqual({
    position: event.position,
    time: event.time,
    type: 'TeamDetailsChanged',
    actor: { kind: 'user', id: id('mia'), name: 'mia' },
    target: { category: 'team', id: id('sales'), name: 'Sales & more' },
    ip: '192.0.2.7',
    changes: [
      { field: 'name', before: 'Sales', after: 'Sales & more' },
      { field: 'email', before: null, after: 'sales@x.test' },
      { field: 'sendNotification', before: null, after: true },
    ],
  });
});

test('records a renewed invitation without changed fields, since its time is the time of the entry', async () => {
  user('mia');
  happens(`user-${id('mia')}`, { type: 'InvitationRenewed', data: { at: '2026-03-02T09:30:00.000Z' } });
  await happened();
  expect(await last()).toMatchObject({ type: 'InvitationRenewed', changes: [] });
});

test('records a setting under its name, and an encrypted key by its last characters only', async () => {
  const set = (data: Extract<DomainEvent, { type: 'CustomerSettingChanged' }>['data']) =>
    happens(`customer-${harbour}`, { type: 'CustomerSettingChanged', data });
  set({ name: 'limitUsers', value: 5 });
  set({ name: 'limitUsers', value: 10 });
  set({ name: 'openAiApiKey', value: { secret: 'openai-api-key-1', lastFour: 'abcd' } });
  set({ name: 'openAiApiKey', value: null });
  await happened();
  const { data } = await page();
  expect(data.map(({ changes }) => changes)).toEqual([
    [{ field: 'openAiApiKey', before: { lastFour: 'abcd' }, after: null }],
    [{ field: 'openAiApiKey', before: null, after: { lastFour: 'abcd' } }],
    [{ field: 'limitUsers', before: 5, after: 10 }],
    [{ field: 'limitUsers', before: null, after: 5 }],
  ]);
  expect(JSON.stringify(await contentsOf(database, 'audit'))).not.toContain('openai-api-key');
});

test('lists sign-ins separately from changes', async () => {
  user('mia');
  happens(`user-${id('mia')}`, {
    type: 'UserSignedIn',
    data: { subject: id('mia'), personal: { identityProviderId: 'mia' } },
  });
  happens(`customer-${harbour}`, { type: 'CustomerSettingChanged', data: { name: 'limitUsers', value: 5 } });
  await happened();
  const typesOf = async (kind?: 'changes' | 'sign-ins') =>
    (await page({ kind })).data.map(({ type }) => type);
  expect(await typesOf('sign-ins')).toEqual(['UserSignedIn']);
  expect(await typesOf('changes')).toEqual(['CustomerSettingChanged', 'UserAdded']);
  expect(await typesOf()).toEqual(['CustomerSettingChanged', 'UserSignedIn', 'UserAdded']);
});

test('compares each part of a stream with its own earlier values, and records the last values of a removed part', async () => {
  const stream = `ipWhitelist-${harbour}`;
  happens(stream, { type: 'IpWhitelistEntryAdded', data: { entryId, name: 'Office', address: '192.0.2.*' } });
  happens(stream, {
    type: 'IpWhitelistEntryAdded',
    data: { entryId: id('home'), name: 'Home', address: '::1' },
  });
  happens(stream, {
    type: 'IpWhitelistEntryChanged',
    data: { entryId, name: 'Office', address: '192.0.2.1' },
  });
  happens(stream, { type: 'IpWhitelistEntryRemoved', data: { entryId } });
  happens(stream, { type: 'IpWhitelistCleared', data: {} }, { actor: { type: 'system', id: 'operator' } });
  await happened();
  const [cleared, removed, changed] = (await page()).data;
  expect(changed?.changes).toEqual([{ field: 'address', before: '192.0.2.*', after: '192.0.2.1' }]);
  expect(removed?.changes).toEqual([
    { field: 'name', before: 'Office', after: null },
    { field: 'address', before: '192.0.2.1', after: null },
  ]);
  expect(cleared).toMatchObject({
    actor: { kind: 'operator' },
    changes: [
      { field: 'name', before: 'Home', after: null },
      { field: 'address', before: '::1', after: null },
    ],
  });
});

test('records the joining and leaving of team members, and hides the text of a private quick reply', async () => {
  user('mia');
  happens(team, { type: 'TeamMemberAdded', data: { userId: id('mia') } });
  happens(team, { type: 'TeamMemberRemoved', data: { userId: id('mia') } });
  const own = { title: 'Mine', message: 'psst', visibility: 'me', ownerId: id('mia') } as const;
  happens(`quickReply-${id('reply')}`, { type: 'QuickReplyCreated', data: own });
  await happened();
  const { data, names } = await page();
  expect(data.slice(0, 3).map(({ changes }) => changes)).toEqual([
    [
      { field: 'visibility', before: null, after: 'me' },
      { field: 'ownerId', before: null, after: id('mia') },
    ],
    [{ field: 'member', before: id('mia'), after: null }],
    [{ field: 'member', before: null, after: id('mia') }],
  ]);
  expect(names).toEqual({ [id('mia')]: 'mia' });
});

test('records the start, the changes of participants and the deletion of a team chat, but not its title', async () => {
  const chat = `teamChat-${id('lunch')}`;
  for (const word of ['mia', 'tom', 'eva']) user(word);
  const userIds = [id('mia'), id('tom')];
  happens(chat, { type: 'TeamChatStarted', data: { title: 'Their secret', userIds } });
  happens(chat, { type: 'TeamChatRenamed', data: { title: 'Another secret' } });
  happens(chat, { type: 'TeamChatParticipantAdded', data: { userId: id('eva') } });
  happens(chat, { type: 'TeamChatParticipantRemoved', data: { userId: id('tom') } });
  happens(chat, { type: 'TeamChatParticipantLeft', data: { userId: id('mia') } });
  happens(chat, { type: 'TeamChatDeleted', data: {} });
  await happened();
  const { data } = await page({ category: 'teamChat' });
  expect(data.map(({ type, changes }) => [type, changes])).toEqual([
    ['TeamChatDeleted', [{ field: 'userIds', before: userIds, after: null }]],
    ['TeamChatParticipantLeft', [{ field: 'member', before: id('mia'), after: null }]],
    ['TeamChatParticipantRemoved', [{ field: 'member', before: id('tom'), after: null }]],
    ['TeamChatParticipantAdded', [{ field: 'member', before: null, after: id('eva') }]],
    ['TeamChatStarted', [{ field: 'userIds', before: null, after: userIds }]],
  ]);
  expect(JSON.stringify(data)).not.toContain('secret');
});

test('compares the signature for a mailbox only with the earlier signature for the same mailbox', async () => {
  user('mia');
  const sign = (html: string, channelId?: string) => {
    const data = { subject: id('mia'), personal: { html } };
    return happens(
      `user-${id('mia')}`,
      channelId
        ? { type: 'UserChannelSignatureChanged', data: { ...data, channelId } }
        : { type: 'UserSignatureChanged', data },
    );
  };
  sign('Mia');
  sign('Repairs', id('repairs'));
  sign('Sales', id('sales'));
  sign('Mia of repairs', id('repairs'));
  await happened();
  const { data } = await page({ category: 'user' });
  const told = data.flatMap(({ changes }) => changes).filter(({ field }) => field === 'html');
  expect(told.map(({ before, after }) => [before, after])).toEqual([
    ['Repairs', 'Mia of repairs'],
    [null, 'Sales'],
    [null, 'Repairs'],
    [null, 'Mia'],
  ]);
});

test('removes the name and personal values of an erased user', async () => {
  user('mia');
  happens(`user-${id('mia')}`, {
    type: 'UserSignatureChanged',
    data: { subject: id('mia'), personal: { html: 'Mia of Harbour' } },
  });
  await happened();
  expect(JSON.stringify(await contentsOf(database, 'audit'))).toContain('Mia of Harbour');
  const erased = happens(`user-${id('mia')}`, {
    type: 'UserSignatureChanged',
    data: { subject: id('mia'), personal: null },
  });
  await project(database, auditView, [erased]);
  expect(JSON.stringify(await contentsOf(database, 'audit'))).not.toMatch(/Mia of|mia@|"mia"/);
  expect((await last()).actor.name).toBeNull();
});

test('returns the same entries by page, by filter and in the export, for a single organisation', async () => {
  for (let n = 0; n < 120; n++) {
    const stream = n % 2 ? team : `tag-${id('vip')}`;
    const fact: DomainEvent =
      n % 2
        ? {
            type: 'TeamDetailsChanged',
            data: { name: `Team ${n}`, colour: '#111111', email: null, sendNotification: false },
          }
        : { type: 'TagChanged', data: { name: `Tag ${n}`, colour: '#111111' } };
    happens(stream, fact, n < 60 ? mia : { actor: { type: 'system', id: 'operator' } });
  }
  const foreign = new History<DomainEvent>(id('another customer'));
  foreign.add(`tag-${id('foreign')}`, { type: 'TagCreated', data: { name: 'Foreign', colour: '#222222' } });
  Object.assign(foreign.events[0]!, { position: '00000000000000009999' });
  await project(database, auditView, [...history.events, ...foreign.events]);

  const all: string[] = [];
  for (let before: string | undefined; ;) {
    const { data, next } = await audit.page(harbour, {}, before);
    all.push(...data.map(({ position }) => position));
    if (next === null) break;
    before = next;
  }
  expect(all).toEqual(history.events.map(({ position }) => position).reverse());
  const exported: string[] = [];
  for await (const { entries } of audit.all(harbour, { category: 'tag' })) {
    exported.push(...entries.map(({ position }) => position));
  }
  expect(exported).toHaveLength(60);
  expect(await audit.count(harbour, { category: 'tag' })).toBe(60);
  expect(await audit.count(harbour, { actor: id('mia') })).toBe(60);
  expect(await audit.count(harbour, { actor: 'operator', type: 'TagChanged' })).toBe(30);
  expect(await audit.count(harbour, { target: id('foreign') })).toBe(0);
  const [from, to] = [history.events[10]!.time, history.events[20]!.time];
  expect(await audit.count(harbour, { from, to })).toBe(10);
  expect(await audit.count(id('another customer'), {})).toBe(1);
});

test('stores the same rows whether events are projected in one batch or one by one', async () => {
  user('mia');
  happens(team, { type: 'TeamCreated', data: { name: 'Sales', colour: '#111111' } });
  happens(team, { type: 'TeamMemberAdded', data: { userId: id('mia') } });
  happens(team, { type: 'TeamDeleted', data: {} });
  happens(team, { type: 'TeamCreated', data: { name: 'Sales', colour: '#222222' } });
  await happened(1);
  const oneByOne = await contentsOf(database, 'audit');
  await database.query('drop schema audit cascade');
  await installView(database, auditView);
  await happened();
  expect(await contentsOf(database, 'audit')).toEqual(oneByOne);
});

test('writes a CSV cell as text if a spreadsheet would take it for a formula', () => {
  const line = csvOf(
    {
      position: '1',
      time: '2026-01-01T00:00:00.000Z',
      type: 'TagChanged',
      actor: { kind: 'user', id: 'u', name: '=cmd|calc' },
      target: { category: 'tag', id: 't', name: '@SUM(1)' },
      ip: null,
      changes: [
        { field: 'name', before: '-1+2', after: 'a "quoted", one\r\nof two lines' },
        { field: 'ownerId', before: 'u-1', after: ' \t=1' },
      ],
    },
    { 'u-1': '+mia' },
  );
  expect(line).toBe(
    `2026-01-01T00:00:00.000Z,'=cmd|calc,u,,TagChanged,tag,'@SUM(1),t,name,'-1+2,"a ""quoted"", one\nof two lines"\r\n` +
      `2026-01-01T00:00:00.000Z,'=cmd|calc,u,,TagChanged,tag,'@SUM(1),t,ownerId,'+mia,' \t=1\r\n`,
  );
});
