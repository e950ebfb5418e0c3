import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { InMemorySubjectKeys } from '@parley/testing/security/in-memory-subject-keys';
import { eventStoreConformance, noted } from './conformance';
import { EventLog1763700000100 } from './postgres/event-log.migration';
import { PostgresEventStore } from './postgres/postgres-event-store';
import { SealedEventStore } from './sealed-event-store';

let database: TestDatabase;
let log: PostgresEventStore;
let store: SealedEventStore;

beforeAll(async () => {
  database = await testDatabase([EventLog1763700000100]);
  log = await PostgresEventStore.open(database);
  store = new SealedEventStore(log, new InMemorySubjectKeys());
});
afterAll(async () => {
  await log.close();
  await database.drop();
});

eventStoreConformance('PostgreSQL with sealed data', () => Promise.resolve(store));

test('stores no personal data unencrypted in any table, and a repeated append still adds nothing', async () => {
  const event = { ...noted('x'), data: { subject: 's1', personal: { phone: '31612345678' } } };
  const options = { expected: 'no-stream', customerId: event.customerId } as const;
  const first = await store.append('contact-1', [event], options);
  expect(await store.append('contact-1', [event], options)).toEqual(first);
  const { rows } = await database.query<{ text: string }>(
    `select e::text || s::text as text from event_log.event e join event_log.stream s on s.no = e.stream_no
      where s.name = 'contact-1'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).toContain('s1');
  expect(rows[0]?.text).not.toContain('31612345678');
});
