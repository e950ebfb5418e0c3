import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import type { RecordedEvent } from '@parley/contracts/events';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';
import { MasterKey } from '@parley/platform/security/master-key';
import { PostgresSubjectKeys } from '@parley/platform/security/postgres-subject-keys';
import { Random } from '@parley/testing/proof/random';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { seedConversations } from './seed';
import { together } from './seed-log';

const masterKey = new MasterKey('a secret of thirty-two characters');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([EventLog1763700000100, Keys1763700002000]);
});
afterAll(() => database.drop());

test('a combined append gives the same events as separate ones', async () => {
  const log = await PostgresEventStore.open(database);
  const keys = () => new PostgresSubjectKeys(database, masterKey);
  const random = new Random(7);
  const cast = { customerId: 'customer', channelIds: ['sms'], teamIds: [], userIds: ['mia'], tagIds: [] };
  const made = await seedConversations(together(log, database, keys()), cast, {
    count: 80,
    chance: () => random.next(),
    now: Date.parse('2026-11-21T12:00:00.000Z'),
  });
  const { rows } = await database.query<{ name: string }>('select name from event_log.stream');
  const reading = new SealedEventStore(log, keys());
  const events: RecordedEvent[] = [];
  for (const { name } of rows) {
    const stream: RecordedEvent[] = [];
    for await (const event of reading.readStream(name, { customerId: 'customer' })) stream.push(event);
    expect(stream.map(({ version }) => version)).toEqual(stream.map((_, nth) => nth));
    events.push(...stream);
  }
  await log.close();
  expect(made).toEqual({ conversations: 80, events: events.length });
  const named = events.filter(({ type }) => type === 'ContactRegistered');
  expect(named).toHaveLength(80);
  for (const { data } of named)
    expect(data).toMatchObject({ personal: { name: expect.any(String) as string } });
  const streamAt = new Map(events.map(({ position, stream }) => [position, stream]));
  const archived = events.filter(({ type }) => type === 'ConversationArchived');
  expect(archived.length).toBeGreaterThan(30);
  for (const { data } of archived) {
    expect(streamAt.get((data as { seenUpTo: string }).seenUpTo)).toMatch(/^message-/);
  }
});
