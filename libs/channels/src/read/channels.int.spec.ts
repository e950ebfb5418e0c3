import { randomUUID } from 'node:crypto';
import type { ChannelEvent, DataOf, RecordedEvent, TeamEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Secrets } from '@parley/platform/security/keys';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { channelsView } from './channels.projector';
import { ChannelQueries } from './channels.queries';

const [harbour, bakery] = [randomUUID(), randomUUID()];
const [ana, bo] = [randomUUID(), randomUUID()];
const sales = randomUUID();

class TokenOfEach extends Secrets {
  put = () => Promise.resolve();
  get = (customerId: string, owner: string, name: string) =>
    Promise.resolve(`${customerId}/${owner}/${name}`);
}

let database: TestDatabase;
let channels: ChannelQueries;

beforeEach(async () => {
  database = await testDatabase();
  await database.query('create schema channels');
  await inView((tx) => tx.query(channelsView.ddl));
  channels = new ChannelQueries(database, new TokenOfEach());
});
afterEach(() => database.drop());

function inView(work: Parameters<TestDatabase['transaction']>[0]) {
  return database.transaction(async (tx) => {
    await tx.query('set local search_path to channels');
    return work(tx);
  });
}

async function project(...events: RecordedEvent[]) {
  await inView((tx) => channelsView.project(events, tx));
}

function recorded(stream: string, customerId: string, event: ChannelEvent | TeamEvent): RecordedEvent {
  return {
    id: randomUUID(),
    stream,
    version: 0,
    position: '0',
    schemaVersion: 1,
    customerId,
    actor: { type: 'system', id: 'test' },
    correlationId: 'test',
    causationId: 'test',
    time: '2026-01-01T00:00:00.000Z',
    ...event,
  };
}

function connected(id: string, customerId: string, settings: Partial<DataOf<'ChannelConnected'>> = {}) {
  return recorded(`channel-${id}`, customerId, {
    type: 'ChannelConnected',
    data: {
      name: 'WhatsApp',
      platform: 'whatsapp',
      provider: 'whatsapp-cloud',
      customerCareWindowLength: 24,
      readForAll: true,
      mandatoryAssign: false,
      teamIds: [],
      userIds: [],
      providerAccountId: '106',
      businessAccountId: null,
      apiBaseUrl: null,
      secrets: ['access-token'],
      ...settings,
    },
  });
}

const member = (type: 'TeamMemberAdded' | 'TeamMemberRemoved', userId: string) =>
  recorded(`team-${sales}`, harbour, { type, data: { userId } });

const agent = (userId: string, customerId = harbour) => ({ userId, customerId, role: 'user' as const });

test('a channel is shown as it is, and says nothing of its account or secrets', async () => {
  const id = randomUUID();
  await project(connected(id, harbour));
  const shown = {
    id,
    name: 'WhatsApp',
    platform: 'whatsapp',
    provider: 'whatsapp-cloud',
    customerCareWindowLength: 24,
    mandatoryAssign: false,
    readForAll: true,
    isConnected: true,
  };
  expect(await channels.list(agent(ana))).toEqual([shown]);
  expect(await channels.one(agent(ana), id)).toEqual(shown);
});

test('a channel connected anew has its new settings', async () => {
  const id = randomUUID();
  await project(connected(id, harbour), connected(id, harbour, { name: 'Support' }));
  await project(connected(id, harbour, { name: 'Harbour support', readForAll: false }));
  expect(await channels.one(agent(ana), id)).toMatchObject({ name: 'Harbour support', readForAll: false });
});

test('an agent sees the channels of everybody, of their teams, and their own', async () => {
  const [everybodys, teams, anas] = [randomUUID(), randomUUID(), randomUUID()];
  await project(
    connected(everybodys, harbour, { name: 'A' }),
    connected(teams, harbour, { name: 'B', teamIds: [sales] }),
    connected(anas, harbour, { name: 'C', userIds: [ana] }),
  );
  await project(member('TeamMemberAdded', bo));
  const seen = async (viewer: Parameters<ChannelQueries['list']>[0]) =>
    (await channels.list(viewer)).map(({ name }) => name).join('');
  expect(await seen(agent(ana))).toBe('AC');
  expect(await seen(agent(bo))).toBe('AB');
  expect(await seen({ ...agent(bo), role: 'manager' })).toBe('ABC');
  expect(await seen({ ...agent(bo), role: 'admin' })).toBe('ABC');
  await expect(channels.one(agent(bo), anas)).rejects.toBeInstanceOf(NotFound);

  await project(member('TeamMemberRemoved', bo), member('TeamMemberAdded', ana));
  expect(await seen(agent(bo))).toBe('A');
  expect(await seen(agent(ana))).toBe('ABC');

  // A channel of a team that is no more stays closed to the others.
  await project(recorded(`team-${sales}`, harbour, { type: 'TeamDeleted', data: {} }));
  expect(await seen(agent(ana))).toBe('AC');
  expect(await seen({ ...agent(bo), role: 'manager' })).toBe('ABC');
});

test('another organisation’s channel is as one that does not exist', async () => {
  const id = randomUUID();
  await project(connected(id, harbour));
  const baker = { ...agent(bo, bakery), role: 'admin' as const };
  expect(await channels.list(baker)).toEqual([]);
  await expect(channels.one(baker, id)).rejects.toBeInstanceOf(NotFound);
  await expect(channels.forWorker(bakery, id)).rejects.toBeInstanceOf(NotFound);
  expect(await channels.byAccount(bakery, 'whatsapp-cloud', '106')).toBeNull();
});

test('whoever acts for nobody finds a channel by its id or its account, and how to reach it', async () => {
  const id = randomUUID();
  await project(connected(id, harbour, { apiBaseUrl: 'https://graph.example' }));
  const channel = await channels.forIngress(id);
  expect(channel).toMatchObject({ id, customerId: harbour, providerAccountId: '106' });
  expect(await channels.forWorker(harbour, id)).toEqual(channel);
  expect(await channels.byAccount(harbour, 'whatsapp-cloud', '106')).toEqual(channel);
  expect(await channels.byAccount(harbour, 'whatsapp-cloud', '107')).toBeNull();
  expect(await channels.forIngress(randomUUID())).toBeNull();
  expect(await channels.connection(harbour, channel!)).toEqual({
    apiBaseUrl: 'https://graph.example',
    providerAccountId: '106',
    accessToken: `${harbour}/${id}/access-token`,
  });
});
