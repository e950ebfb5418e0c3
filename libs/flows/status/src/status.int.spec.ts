import { topics } from '@parley/contracts/topics';
import { noted } from '@parley/event-sourcing/store/conformance';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import { PostgresBus } from '@parley/platform/bus/postgres/postgres-bus';
import { Leases } from '@parley/platform/lease/leases';
import { HealthChecks } from '@parley/platform/telemetry/health';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { BackgroundWork } from '@parley/platform/background-work';
import { migrations } from '@parley/server/migrations';
import { StatusWatch } from './status-watch';

const customerId = 'customer-of-the-suite';
let database: TestDatabase;
let store: PostgresEventStore;
let bus: PostgresBus;
let health: HealthChecks;
let lag: LagWatch;
let watch: StatusWatch;

beforeEach(async () => {
  database = await testDatabase(migrations);
  store = await PostgresEventStore.open(database);
  bus = new PostgresBus(database, { leases: new Leases(database) });
  health = new HealthChecks();
  lag = new LagWatch(store, database);
  watch = new StatusWatch(lag, bus, health, new BackgroundWork());
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

/**
 * Takes a measurement at each of these times, in seconds from now.
 * @returns the states of all lines at each time
 */
async function looks(...seconds: number[]): Promise<string[]> {
  const now = Date.now();
  const found = [];
  for (const second of seconds) {
    const at = now + second * 1_000;
    lag.now = () => at;
    await lag.measure();
    await watch.look(at);
    const { lines } = watch.current(at);
    found.push(lines.map(({ name, state, lateSeconds }) => `${name} ${state} ${lateSeconds}`).join(', '));
  }
  return found;
}

const reached = (table: string, reader: string, position: string) =>
  table === 'view'
    ? database.query(
        `insert into parley.view_checkpoint (view, position, engine_id, ddl_hash, changes_after) values ($1, $2, '', '', '')
         on conflict (view) do update set position = excluded.position`,
        [reader, position],
      )
    : database.query(
        `insert into parley.reaction_checkpoint (reaction, position, engine_id) values ($1, $2, '')
         on conflict (reaction) do update set position = excluded.position`,
        [reader, position],
      );

const append = async () =>
  (await store.append('asked-1', [noted('one')], { expected: 'any', customerId })).position;

test('counts a view that makes no progress as late from the time at which it first lacks an event', async () => {
  await reached('view', 'inbox', await append());
  expect(await looks(0, 20)).toEqual([
    'incoming ok 0, outgoing ok 0, live ok 0',
    'incoming ok 0, outgoing ok 0, live ok 0',
  ]);
  const missed = await append();
  await untilReadable(missed);
  expect(await looks(30, 50)).toEqual([
    'incoming ok 0, outgoing ok 0, live ok 0',
    'incoming slow 20, outgoing ok 0, live slow 20',
  ]);
  await reached('view', 'inbox', missed);
  expect(await looks(60)).toEqual(['incoming ok 0, outgoing ok 0, live ok 0']);
});

test('counts outgoing messages as late while they wait on the bus or for the reaction', async () => {
  await bus.publish(topics.outbound, [{ key: 'k', id: 'm', value: Buffer.from('{}'), headers: {} }]);
  await database.query(
    `insert into bus.consumer (topic, grp, partition) select topic, 'outbound', partition from bus.partition where topic = $1
     on conflict do nothing`,
    [topics.outbound],
  );
  const [late] = await looks(40);
  expect(late).toMatch(/outgoing slow (39|40)/);
  expect(late).toContain('incoming ok 0');
});

test('reports an engine as down while its check fails, and as ok afterwards', async () => {
  let ok = false;
  health.register({ name: 'bus', check: () => Promise.resolve({ ok }) });
  expect(await looks(0)).toEqual(['incoming down 0, outgoing down 0, live ok 0']);
  ok = true;
  expect(await looks(5)).toEqual(['incoming ok 0, outgoing ok 0, live ok 0']);
});

test('reports lines as unknown while the bus cannot measure their delay', async () => {
  jest.spyOn(bus, 'lag').mockRejectedValueOnce(new Error('no answer'));
  const group = { topic: topics.outbound, group: 'outbound', count: 2 };
  jest.spyOn(bus, 'lag').mockResolvedValueOnce([group]);
  expect(await looks(0, 5, 10)).toEqual([
    'incoming unknown 0, outgoing unknown 0, live ok 0',
    'incoming ok 0, outgoing unknown 0, live ok 0',
    'incoming ok 0, outgoing ok 0, live ok 0',
  ]);
});

test('throws unavailable if the last measurement is older than half a minute', async () => {
  expect(() => watch.current(Date.now())).toThrow('unavailable');
  const now = Date.now();
  await watch.look(now);
  expect(() => watch.current(now + 30_000)).not.toThrow();
  expect(() => watch.current(now + 30_001)).toThrow('unavailable');
});

/** Waits until the position can be read: readers wait until all earlier appends have ended. */
async function untilReadable(position: string): Promise<void> {
  while (((await store.head()) ?? '') < position) await new Promise(setImmediate);
}
