import { randomUUID } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { ChannelsModule } from '@parley/channels/channels.module';
import { streamOf, type RecordedEvent } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { Config, loadConfig } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { Secrets } from '@parley/platform/security/keys';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';
import { MasterKey } from '@parley/platform/security/master-key';
import { PostgresSecrets } from '@parley/platform/security/postgres-secrets';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { demoGraphUrl, demoTestChannel, demoWhatsapp, seedDemoChannels } from './demo-channels';

const customerId = randomUUID();
const graphUrl = demoGraphUrl(3000);
let database: TestDatabase;
let store: PostgresEventStore;
let secrets: PostgresSecrets;
let commands: CommandBus;

beforeEach(async () => {
  database = await testDatabase([EventLog1763700000100, Keys1763700002000]);
  store = await PostgresEventStore.open(database);
  const masterKey = new MasterKey('a secret of this test');
  const aggregates = new Aggregates(store);
  secrets = new PostgresSecrets(database, masterKey);
  const providers = [
    { provide: Database, useValue: database },
    OneAtATime,
    { provide: EventStore, useValue: store },
    { provide: Aggregates, useValue: aggregates },
    { provide: Claims, useValue: new Claims(aggregates, masterKey) },
    { provide: Secrets, useValue: secrets },
    { provide: Views, useValue: { waitFor: () => Promise.resolve(true) } },
    { provide: Config, useValue: loadConfig({}) },
  ];
  @Global()
  @Module({ providers, exports: providers })
  class EnginesModule {}
  const app = await Test.createTestingModule({ imports: [EnginesModule, ChannelsModule] }).compile();
  await app.init();
  commands = app.get(CommandBus);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

async function eventsOf(id: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of store.readStream(streamOf('channel', id), { customerId })) events.push(event);
  return events;
}

test('connects the demo channels once, however often the product starts', async () => {
  const starts: string[] = [];
  for (let start = 0; start < 3; start++)
    starts.push(await seedDemoChannels(commands, { customerId, graphUrl }));
  expect(new Set(starts)).toEqual(new Set([(await eventsOf(demoTestChannel.id))[0]?.position]));
  expect(await eventsOf(demoWhatsapp.id)).toMatchObject([
    { type: 'ChannelConnected', data: { provider: 'whatsapp-cloud', providerAccountId: '1122334455667' } },
  ]);
  expect(await eventsOf(demoTestChannel.id)).toMatchObject([
    { type: 'ChannelConnected', data: { provider: 'test', platform: 'test' } },
  ]);
});

test('updates the address of the fake when the port changes, and again when it changes back', async () => {
  for (const port of [3000, 4000, 3000])
    await seedDemoChannels(commands, { customerId, graphUrl: demoGraphUrl(port) });
  expect(
    (await eventsOf(demoWhatsapp.id)).map(({ data }) => (data as { apiBaseUrl: string }).apiBaseUrl),
  ).toEqual([
    'http://127.0.0.1:3000/demo/graph',
    'http://127.0.0.1:4000/demo/graph',
    'http://127.0.0.1:3000/demo/graph',
  ]);
});

test('stores secrets encrypted in their own table, and only their names in the log', async () => {
  await seedDemoChannels(commands, { customerId, graphUrl });
  expect(await secrets.get(customerId, demoWhatsapp.id, 'app-secret')).toBe('parley-demo-app-secret');
  const events = [...(await eventsOf(demoWhatsapp.id)), ...(await eventsOf(demoTestChannel.id))];
  expect(events.map(({ data }) => (data as { secrets: string[] }).secrets)).toEqual([
    ['access-token', 'app-secret', 'verify-token'],
    [],
  ]);
  expect(JSON.stringify(events)).not.toContain('parley-demo-');
});
