import { randomUUID } from 'node:crypto';
import { ForeignLog } from '../store/event-store';
import { noted } from '../store/conformance';
import { EventLog1763700000100 } from '../store/postgres/event-log.migration';
import { PostgresEventStore } from '../store/postgres/postgres-event-store';
import { ReadingOutOfOrder } from '../store/reading-order';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { TallyView } from '@parley/testing/event-sourcing/tally-view';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { PostgresViews } from './postgres-views';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from './projection.migration';
import { SetAside1764620000000 } from './set-aside.migration';
import { ProjectionRunner, type ProjectionHooks, type ViewStatus } from './projection-runner';
import { rebuildView } from './rebuild';
import type { View } from './view';

const customerId = 'customer-of-the-suite';
let database: TestDatabase;
let store: PostgresEventStore;
let views: PostgresViews;
let running: { stop: AbortController; done: Promise<void> }[];

beforeEach(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
    Lease1763800000000,
  ]);
  store = await PostgresEventStore.open(database);
  views = new PostgresViews(database);
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map(stop));
  await store.close();
  await database.drop();
});

function run(view: View, hooks?: ProjectionHooks) {
  const stop = new AbortController();
  const runner = new ProjectionRunner(store, database, view, views, hooks);
  const started = { stop, done: runner.run(stop.signal), runner };
  // Tests that expect a failure await it; in all other tests, a halted view makes an expectation fail.
  started.done.catch(() => undefined);
  running.push(started);
  return started;
}

async function stop({ stop, done }: { stop: AbortController; done: Promise<void> }) {
  stop.abort();
  await done.catch(() => undefined);
}

/** Appends events and returns the position of the last. */
async function append(count: number, stream = `tally-${randomUUID()}`): Promise<string> {
  const events = Array.from({ length: count }, () => noted('n'));
  const { position } = await store.append(stream, events, { expected: 'any', customerId });
  return position;
}

async function tally(schema = 'tally') {
  const { rows } = await database.query(
    `select stream, events, versions from "${schema}".tally order by stream`,
  );
  return rows as { stream: string; events: number; versions: number[] }[];
}

async function setAside() {
  const { rows } = await database.query('select view, stream from parley.set_aside');
  return rows;
}

async function changes(): Promise<string[]> {
  const { rows } = await database.query<{ position: string }>(
    'select position from parley.change order by position',
  );
  return rows.map(({ position }) => position);
}

test('creates, fills and updates a view, and waiting for a position returns once it is folded', async () => {
  const past = await append(3, 'tally-a');
  run(new TallyView());
  expect(await views.waitFor('tally', past)).toBe(true);
  const live = await append(2, 'tally-a');
  expect(await views.waitFor('tally', live)).toBe(true);
  expect(await tally()).toEqual([{ stream: 'tally-a', events: 5, versions: [0, 1, 2, 3, 4] }]);
  expect(await views.checkpoint('tally')).toBe(live);
  const { rows } = await database.query('select * from parley.change order by position limit 1');
  expect(rows[0]).toMatchObject({
    view: 'tally',
    id: 'tally-a',
    customer_id: customerId,
    before: null,
    after: { channelId: 'c' },
  });
  expect(await changes()).toHaveLength(5);
});

test('subscribes again at the view’s position if a subscription delivered events out of order', async () => {
  const { subscribeAll } = PostgresEventStore.prototype;
  const starts: (string | undefined)[] = [];
  jest.spyOn(store, 'subscribeAll').mockImplementation(async function* (options) {
    starts.push(options.after);
    for await (const batch of subscribeAll.call(store, options)) {
      yield batch;
      if (starts.length === 1 && batch.events.length > 0) throw new ReadingOutOfOrder('out of order');
    }
  });
  const first = await append(2, 'tally-a');
  const errors: unknown[] = [];
  const { runner } = run(new TallyView(), { onRetry: ({ error }) => errors.push(error) });
  expect(await views.waitFor('tally', first)).toBe(true);
  expect(await views.waitFor('tally', await append(1, 'tally-a'), 20_000)).toBe(true);
  expect(starts).toEqual(['0'.repeat(20), first]);
  expect(errors).toEqual(['out of order']);
  expect(runner.status()).toMatchObject({ state: 'live', error: undefined });
  expect(await tally()).toEqual([{ stream: 'tally-a', events: 3, versions: [0, 1, 2] }]);
});

test('waitFor returns false if the view does not reach the position in time', async () => {
  run(new TallyView());
  expect(await views.waitFor('tally', '9'.repeat(20), 60)).toBe(false);
});

test('waitFor in a process that does not fold the view returns once the view has reached the position', async () => {
  run(new TallyView());
  const elsewhere = new PostgresViews(database);
  expect(await elsewhere.waitFor('tally', await append(1))).toBe(true);
});

test('continues where the view stopped and folds nothing twice', async () => {
  const first = run(new TallyView());
  await views.waitFor('tally', await append(2, 'tally-a'));
  await stop(first);
  const position = await append(2, 'tally-a');
  run(new TallyView());
  await views.waitFor('tally', position);
  expect((await tally())[0]?.versions).toEqual([0, 1, 2, 3]);
});

test('moves the checkpoint past events that the view does not read', async () => {
  run(new TallyView());
  const position = await append(1, 'other-a');
  expect(await views.waitFor('tally', position)).toBe(true);
});

test('repeats the move of a checkpoint if the response was lost, and continues', async () => {
  const { query } = database;
  let saves = 0;
  jest.spyOn(database, 'query').mockImplementation(async (text: string, values?: unknown[]) => {
    const answer = await query.call(database, text, values);
    if (!text.includes('update parley.view_checkpoint c') || saves++ > 0) return answer;
    throw Object.assign(new Error('The connection was cut.'), { code: 'ECONNRESET' });
  });
  const { runner } = run(new TallyView());
  // Events of other streams move the checkpoint after some delay.
  for (const wanted of [1, 2, 3, 4]) {
    await views.waitFor('tally', await append(1, 'other-a'));
    while (saves < wanted) await new Promise(setImmediate);
  }
  expect(await views.waitFor('tally', await append(1, 'tally-a'))).toBe(true);
  expect(runner.status()).toMatchObject({ error: undefined });
  expect((await tally())[0]?.events).toBe(1);
});

test('halts and keeps nothing of a batch if a table is missing, and skips nothing after a restart', async () => {
  const withOther = () =>
    Object.assign(new TallyView(), { ddl: `${new TallyView().ddl}; create table lost_table ()` });
  const view = withOther();
  view.before = async (events, tx) => {
    await tx.query(`insert into tally values ('half a batch', 1, '{}')`);
    if (events.some(({ stream }) => stream === 'tally-bad')) await tx.query('select * from lost_table');
  };
  const halts: ViewStatus[] = [];
  const started = run(view, { onHalt: (status) => halts.push(status) });
  const good = await append(1, 'other-a');
  await views.waitFor('tally', good);
  await database.query('drop table tally.lost_table');
  const bad = await append(1, 'tally-bad');
  await started.done;
  expect(started.runner.status()).toEqual({
    view: 'tally',
    state: 'halted',
    position: good,
    error: 'relation "lost_table" does not exist',
    failedBatch: { from: bad, to: bad },
  });
  expect(halts).toHaveLength(1);
  expect(await tally()).toEqual([]);
  expect(await setAside()).toEqual([]);
  const later = await append(1, 'tally-later');
  run(withOther());
  await views.waitFor('tally', later);
  expect((await tally()).map(({ stream }) => stream)).toEqual(['tally-bad', 'tally-later']);
});

test('continues after a lost connection', async () => {
  const view = new TallyView();
  let cut = false;
  view.before = async (_, tx) => {
    if (cut) return;
    cut = true;
    await tx.query('select pg_terminate_backend(pg_backend_pid())');
  };
  const retries: string[] = [];
  const { runner } = run(view, { onRetry: ({ error }) => retries.push(error ?? '') });
  expect(await views.waitFor('tally', await append(1, 'tally-a'))).toBe(true);
  expect(retries).toHaveLength(1);
  expect(runner.status()).toMatchObject({ error: undefined });
  expect((await tally())[0]?.events).toBe(1);
});

test('folds events again if a crash of the database lost their commits', async () => {
  const { runner } = run(new TallyView());
  const kept = await append(1, 'tally-a');
  await views.waitFor('tally', kept);
  await views.waitFor('tally', await append(1, 'tally-a'));
  await database.query(
    `with gone as (update tally.tally set events = 1, versions = '{0}' returning 1)
     update parley.view_checkpoint set position = $1, tally_to = $1, tally_events = 1 from gone`,
    [kept],
  );
  expect(await views.waitFor('tally', await append(1, 'tally-a'), 20_000)).toBe(true);
  expect(await tally()).toEqual([{ stream: 'tally-a', events: 3, versions: [0, 1, 2] }]);
  expect(runner.status()).toMatchObject({ state: 'live', error: undefined, failedBatch: undefined });
});

test('halts instead of folding twice if another program moved the checkpoint', async () => {
  const started = run(new TallyView());
  await views.waitFor('tally', await append(1, 'tally-a'));
  await database.query(`update parley.view_checkpoint set position = lpad('7777', 20, '0')`);
  await append(1, 'tally-a');
  await started.done;
  expect(started.runner.status()).toMatchObject({
    state: 'halted',
    error: expect.stringMatching(/something else/),
  });
  expect((await tally())[0]?.events).toBe(1);
});

test.each([
  ['of another log', `update parley.view_checkpoint set engine_id = 'another'`, /another event log/],
  [
    'past the head',
    `update parley.view_checkpoint set position = lpad('7777', 20, '0')`,
    /further .* than the event log/,
  ],
])('refuses to start from a checkpoint %s until the view is rebuilt', async (_, spoil, sentence) => {
  const first = run(new TallyView());
  const position = await append(2, 'tally-a');
  await views.waitFor('tally', position);
  await stop(first);
  await database.query(spoil);
  const second = run(new TallyView());
  await expect(second.done).rejects.toThrow(ForeignLog);
  await expect(second.done).rejects.toThrow(sentence);
  expect(second.runner.status().state).toBe('halted');
  await rebuildView(store, database, new TallyView());
  run(new TallyView());
  const next = await append(1, 'tally-a');
  expect(await new PostgresViews(database).waitFor('tally', next)).toBe(true);
  expect((await tally())[0]?.versions).toEqual([0, 1, 2]);
});

test('rebuilds the view at the next start if its tables or indexes changed in the code', async () => {
  const first = run(new TallyView());
  await views.waitFor('tally', await append(2, 'tally-a'));
  await stop(first);
  const view = new TallyView();
  view.ddl = `create table tally (stream text primary key, events int not null, versions int[] not null, note text default 'new')`;
  run(view);
  await views.waitFor('tally', await append(1, 'tally-b'));
  const { rows } = await database.query('select stream, events, note from tally.tally order by stream');
  expect(rows).toEqual([
    { stream: 'tally-a', events: 2, note: 'new' },
    { stream: 'tally-b', events: 1, note: 'new' },
  ]);
});

test('a rebuild of a live view loses no event, folds none twice and pushes nothing', async () => {
  run(new TallyView());
  let writing = true;
  const positions: string[] = [];
  const write = async (stream: string) => {
    while (writing) {
      const position = await append(3, stream);
      positions.push(position);
      await views.waitFor('tally', position);
    }
  };
  const writers = Promise.all(['tally-a', 'tally-b', 'tally-c'].map(write));
  await views.waitFor('tally', await append(1, 'tally-d'));
  await rebuildView(store, database, new TallyView());
  await rebuildView(store, database, new TallyView());
  writing = false;
  await writers;
  expect(await views.waitFor('tally', [...positions].sort().at(-1) ?? '', 5_000)).toBe(true);
  const { rows } = await database.query<{ stream: string; events: number }>(
    `select name as stream, (version + 1)::int as events from event_log.stream order by name`,
  );
  const rowsOfView = await tally();
  expect(rowsOfView.map(({ stream, events }) => ({ stream, events }))).toEqual(rows);
  for (const { versions } of rowsOfView) expect(versions).toEqual(versions.map((_, index) => index));
  const pushed = await changes();
  expect(pushed).toHaveLength(rows.reduce((sum, { events }) => sum + events, 0));
  const schemas = await database.query(`select nspname from pg_namespace where nspname like 'tally%'`);
  expect(schemas.rows).toEqual([{ nspname: 'tally' }]);
  const indexes = await database.query(
    `select 1 from pg_indexes where schemaname = 'tally' and indexname = 'tally_events'`,
  );
  expect(indexes.rows).toHaveLength(1);
});

test('reports changes since a cursor from before a rebuild as unknown', async () => {
  run(new TallyView());
  const position = await append(2, 'tally-a');
  await views.waitFor('tally', position);
  const since = () =>
    database.query<{ changes_after: string }>('select changes_after from parley.view_checkpoint');
  expect((await since()).rows[0]?.changes_after).toBe('0'.repeat(20));
  await rebuildView(store, database, new TallyView());
  expect((await since()).rows[0]?.changes_after).toBe(position);
});

test('deletes changes after an hour and records the position up to which they were deleted', async () => {
  const first = run(new TallyView());
  const old = await append(2, 'tally-a');
  await views.waitFor('tally', old);
  await stop(first);
  await database.query(`update parley.change set at = now() - interval '2 hours'`);
  const recent = await append(1, 'tally-a');
  const batches: number[] = [];
  const second = run(new TallyView(), { onBatch: (_, events) => batches.push(events) });
  await views.waitFor('tally', recent);
  // The runner cleans up after its first batch and ends only after that.
  await stop(second);
  expect(batches).toEqual([1]);
  expect(await changes()).toEqual([recent]);
  const { rows } = await database.query('select changes_after from parley.view_checkpoint');
  expect(rows[0]).toEqual({ changes_after: old });
});
