import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { collect, eventStoreConformance, follow, noted } from '../conformance';
import { EventLog1763700000100 } from './event-log.migration';
import { PostgresEventStore } from './postgres-event-store';

let database: TestDatabase;
let store: PostgresEventStore;
const customerId = 'acme';
const open: PoolClient[] = [];

beforeAll(async () => {
  database = await testDatabase([EventLog1763700000100]);
  store = await PostgresEventStore.open(database, { pollMs: 60_000 });
});
afterEach(async () => {
  for (const client of open.splice(0)) {
    await client.query('rollback');
    client.release();
  }
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

eventStoreConformance('PostgreSQL', () => Promise.resolve(store));

test('the engine id belongs to the database', async () => {
  const again = await PostgresEventStore.open(database);
  expect(again.engineId).toBe(store.engineId);
  expect(again.engineId).toMatch(/^[0-9a-f-]{36}$/);
});

test('readers do not wait for transactions that append nothing', async () => {
  const after = (await store.head()) ?? undefined;
  const idle = await begin();
  await idle.query('create table elsewhere ()');
  await store.append(`free-${randomUUID()}`, [noted('a')], { expected: 'any', customerId });
  const { events } = await follow(store, { after, prefixes: ['free-'] }, ({ length }) => length === 1);
  expect(events).toHaveLength(1);
});

test('a reader waits for an append that began before a later one, but not for one that began afterwards', async () => {
  const after = (await store.head()) ?? undefined;
  const slow = await begin();
  await slow.query(APPEND, [`overtaken-${randomUUID()}`, [randomUUID()]]);
  await store.append(`overtaken-${randomUUID()}`, [noted('fast')], { expected: 'any', customerId });
  const queries = jest.spyOn(database, 'query');
  const reading = follow(store, { after, prefixes: ['overtaken-'] }, ({ length }) => length === 2);
  const sampled = queries.mock.results[0]?.value as Promise<unknown>;
  await sampled;
  queries.mockRestore();
  const slower = await begin();
  await slower.query(APPEND, [`other-${randomUUID()}`, [randomUUID()]]);
  await slow.query('commit');
  const { events } = await reading;
  expect(events.map(({ type }) => type)).toEqual(['Slow', 'Noted']);
});

test('the head is never ahead of the highest position that the sequence has issued', async () => {
  const own = await testDatabase([EventLog1763700000100]);
  let isDrawing = true;
  const drawing = own
    .query(`do $$ begin for n in 1 .. 1500000 loop perform nextval('event_log.position'); end loop; end $$`)
    .finally(() => (isDrawing = false));
  let ahead = 0;
  // Compares each head with the sequence a moment later; by then the sequence can only be higher.
  while (isDrawing) {
    const { rows } = await own.query<{ ahead: number }>(
      `select count(*)::integer as ahead
         from (select event_log.drawn() as head from generate_series(1, 10000) offset 0) read
        where head > pg_sequence_last_value('event_log.position')`,
    );
    ahead += rows[0]!.ahead;
  }
  await drawing;
  await own.drop();
  expect(ahead).toBe(0);
});

test('an append in another process wakes readers by a notification', async () => {
  const elsewhere = database.openElsewhere();
  const other = await PostgresEventStore.open(elsewhere);
  const after = (await store.head()) ?? undefined;
  const reading = follow(store, { after, prefixes: ['far-'] }, ({ length }) => length === 1);
  await other.append(`far-${randomUUID()}`, [noted('a')], { expected: 'any', customerId });
  expect((await reading).events).toHaveLength(1);
  await other.close();
  await elsewhere.close();
});

test('a failed append does not affect appends that share its commit', async () => {
  const good = Array.from({ length: 30 }, () => `shared-${randomUUID()}`);
  const appends = good.map((stream) => ({ stream, event: noted('a') }));
  appends.splice(20, 0, { stream: 'shared-bad', event: { ...noted('b'), id: 'not a uuid' } });
  const outcomes = await Promise.allSettled(
    appends.map(({ stream, event }) => store.append(stream, [event], { expected: 'no-stream', customerId })),
  );
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([20]);
  for (const stream of good) expect(await collect(store.readStream(stream, { customerId }))).toHaveLength(1);
});

test('a subscription survives the loss of its connections', async () => {
  const after = (await store.head()) ?? undefined;
  const reading = follow(store, { after, prefixes: ['lasting-'] }, async (events) => {
    if (events.length === 0) {
      await cutConnections();
      await store.append(`lasting-${randomUUID()}`, [noted('a')], { expected: 'any', customerId });
    }
    return events.length === 1;
  });
  expect((await reading).events).toHaveLength(1);
});

/** Begins a transaction that is rolled back after the test at the latest. */
async function begin(): Promise<PoolClient> {
  const client = await database.pool.connect();
  open.push(client);
  await client.query('begin');
  return client;
}

async function cutConnections(): Promise<void> {
  await database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}

/** SQL of an append, for a transaction that the test keeps open. */
const APPEND = `
  select event_log.append($1, 'acme', -2, $2::uuid[],
    array_fill('Slow'::text, array[cardinality($2::uuid[])]), array_fill(1::smallint, array[cardinality($2::uuid[])]),
    array_fill('{}'::json, array[cardinality($2::uuid[])]), array_fill('{}'::json, array[cardinality($2::uuid[])]))`;
