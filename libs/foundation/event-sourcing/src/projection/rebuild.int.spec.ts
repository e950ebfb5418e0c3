import type { Sql } from '@parley/platform/database/database';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { Leases } from '@parley/platform/lease/leases';
import { TallyView } from '@parley/testing/event-sourcing/tally-view';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { noted } from '../store/conformance';
import { EventLog1763700000100 } from '../store/postgres/event-log.migration';
import { PostgresEventStore } from '../store/postgres/postgres-event-store';
import { PostgresViews } from './postgres-views';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from './projection.migration';
import { SetAside1764620000000 } from './set-aside.migration';
import { ProjectionRunner } from './projection-runner';
import { RebuildUnderWay } from './alone';
import { discardAbandoned, rebuildView, type RebuildOptions } from './rebuild';
import { FillStopped, FillSuperseded, type FillProgress } from './side-view';
import { NotComparable, verifyView } from './verify';

const customerId = 'customer-of-the-suite';
const quick = { ttlMs: 800, renewEveryMs: 100 };
let database: TestDatabase;
let store: PostgresEventStore;
let views: PostgresViews;
let stopRunner: () => Promise<void>;

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
  const stop = new AbortController();
  const running = new ProjectionRunner(store, database, new TallyView(), views).run(stop.signal);
  stopRunner = async () => {
    stop.abort();
    await running;
  };
  await append(60, 'tally-a');
});
afterEach(async () => {
  await stopRunner();
  await store.close();
  await database.drop();
});

/** Appends events and waits until the live view has folded them. */
async function append(count: number, stream: string): Promise<void> {
  const events = Array.from({ length: count }, (_, index) => noted(String(index)));
  const { position } = await store.append(stream, events, { expected: 'any', customerId });
  expect(await views.waitFor('tally', position)).toBe(true);
}

async function contents(schema = 'tally'): Promise<unknown[]> {
  const { rows } = await database.query(`select * from ${schema}.tally order by stream`);
  return rows;
}

async function schemas(): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'tally%' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Creates the error of a connection whose database process was killed. */
const killed = () => Object.assign(new Error('killed'), { code: '57P03' });

/** Creates a view that fails, as if its process were killed, before it folds the event with this version. */
function dyingAt(version: number): TallyView {
  const view = new TallyView();
  view.before = (events) => {
    if (events.some((event) => event.version >= version)) throw killed();
  };
  return view;
}

/** Creates a view that waits within its first batch until it is released; `entered` resolves once it waits. */
function held() {
  const view = new TallyView();
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  let enter = () => {};
  const entered = new Promise<void>((resolve) => (enter = resolve));
  view.before = () => {
    enter();
    return gate;
  };
  return { view, entered, release };
}

/**
 * Rebuilds in batches of ten.
 * @returns the number of folded events
 */
async function rebuilt(view = new TallyView(), options: RebuildOptions = {}): Promise<number> {
  let folded = 0;
  const onProgress = ({ events }: FillProgress) => (folded = events);
  await rebuildView(store, database, view, { batchSize: 10, onProgress, ...options });
  return folded;
}

test('fills a view that is far behind in side tables, swaps it in, and continues from there', async () => {
  await stopRunner();
  await database.query(`drop schema tally cascade`);
  await database.query(`delete from parley.view_checkpoint; delete from parley.change`);
  const told: FillProgress[] = [];
  // A second instance, which does not know the positions that the first runner reported.
  views = new PostgresViews(database);
  const runner = new ProjectionRunner(store, database, new TallyView(), views, {
    onFill: (progress) => told.push(progress),
  });
  runner.farBehind = 50;
  const stop = new AbortController();
  const running = runner.run(stop.signal);
  stopRunner = async () => {
    stop.abort();
    await running;
  };
  const head = (await store.head()) ?? '';
  expect(await views.waitFor('tally', head, 20_000)).toBe(true);
  expect(told.at(-1)).toMatchObject({ view: 'tally', events: 60, position: head, target: head });
  const { rows } = await database.query('select 1 from parley.change');
  expect(rows).toEqual([]);
  await append(3, 'tally-a');
  expect(await contents()).toMatchObject([{ stream: 'tally-a', events: 63 }]);
});

test('continues a rebuild that was killed while it filled the tables, and shows none of its rows before it is complete', async () => {
  const live = await contents();
  await expect(rebuilt(dyingAt(40))).rejects.toThrow('killed');
  expect(await contents()).toEqual(live);
  expect(await schemas()).toEqual(['tally', 'tally_next']);
  await append(5, 'tally-b');
  expect(await rebuilt()).toBe(25);
  expect(await contents()).toEqual([
    { stream: 'tally-a', events: 60, versions: Array.from({ length: 60 }, (_, index) => index) },
    { stream: 'tally-b', events: 5, versions: [0, 1, 2, 3, 4] },
  ]);
  expect(await schemas()).toEqual(['tally']);
  const { rows } = await database.query('select view from parley.view_checkpoint');
  expect(rows).toEqual([{ view: 'tally' }]);
});

test('stops a rebuild between two batches, and continues it later', async () => {
  const stop = new AbortController();
  const seen: FillProgress[] = [];
  const onProgress = (progress: FillProgress) => {
    seen.push(progress);
    if (progress.events === 30) stop.abort();
  };
  const options = { batchSize: 10, signal: stop.signal, onProgress };
  await expect(rebuildView(store, database, new TallyView(), options)).rejects.toThrow(FillStopped);
  expect(seen.map(({ events }) => events)).toEqual([10, 20, 30]);
  expect(seen[2]).toMatchObject({ view: 'tally', from: '0'.repeat(20), position: '30'.padStart(20, '0') });
  expect(seen[2]?.target).toBe(await views.checkpoint('tally'));
  expect(await rebuilt()).toBe(30);
});

test('stops a rebuild that waits while no events arrive', async () => {
  const stop = new AbortController();
  jest.spyOn(store, 'subscribeAll').mockImplementation(async function* ({ signal }) {
    yield { events: [], checkpoint: '1'.padStart(20, '0'), caughtUp: false };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const onProgress = () => stop.abort();
  const rebuilding = rebuildView(store, database, new TallyView(), { signal: stop.signal, onProgress });
  await expect(rebuilding).rejects.toThrow(FillStopped);
});

test.each<[string, () => Promise<TallyView>]>([
  [
    'tables of other code',
    async () => {
      await stopRunner();
      const view = new TallyView();
      view.ddl += '; create table other (id int primary key)';
      return view;
    },
  ],
  [
    'a checkpoint of another log',
    async () => {
      await database.query(
        `update parley.view_checkpoint set engine_id = 'another' where view = 'tally_next'`,
      );
      return new TallyView();
    },
  ],
  [
    'no tables',
    async () => {
      await database.query('drop schema tally_next cascade');
      return new TallyView();
    },
  ],
])('starts over after a killed rebuild that left %s', async (_, change) => {
  await expect(rebuilt(dyingAt(40))).rejects.toThrow('killed');
  expect(await rebuilt(await change())).toBe(60);
  expect(await contents()).toHaveLength(1);
});

test('starts over if `fresh` is set', async () => {
  await expect(rebuilt(dyingAt(40))).rejects.toThrow('killed');
  expect(await rebuilt(new TallyView(), { fresh: true })).toBe(60);
});

test('does not create indexes again if a rebuild died after it had created them', async () => {
  const dying = new TallyView();
  // Events that arrive while the tables are filled are folded only after the indexes have been created.
  dying.before = async (events) => {
    if (events.some(({ stream }) => stream === 'tally-b')) throw killed();
    await append(1, 'tally-b');
  };
  await expect(rebuildView(store, database, dying)).rejects.toThrow('killed');
  expect(await rebuilt()).toBe(1);
  const { rows } = await database.query(
    `select from pg_indexes where schemaname = 'tally' and indexname = 'tally_events'`,
  );
  expect(rows).toHaveLength(1);
});

test('lets only one of two rebuilds of a view work at a time', async () => {
  const { view, entered, release } = held();
  const first = rebuildView(store, database, view, { leases: new Leases(database, quick) });
  await entered;
  await expect(rebuilt()).rejects.toThrow(RebuildUnderWay);
  expect(await discardAbandoned(database, [new TallyView()])).toEqual([]);
  const second = rebuildView(store, database, new TallyView(), { wait: true });
  release();
  await Promise.all([first, second]);
  expect((await contents())[0]).toMatchObject({ events: 60 });
});

describe('A rebuild whose process freezes between two batches', () => {
  let frozen: Promise<unknown>;
  let wake: () => void;

  beforeEach(async () => {
    const sleep = new Promise<void>((resolve) => (wake = resolve));
    let isAsleep = false;
    let freeze = () => {};
    const asleep = new Promise<void>((resolve) => (freeze = resolve));
    const renewing: Sql = {
      async query(text, values) {
        if (isAsleep && text.includes('renew_leases')) await sleep;
        return database.query(text, values);
      },
    };
    const leases = new Leases(renewing, quick);
    const subscribeAll: typeof store.subscribeAll = async function* (options) {
      let batches = 0;
      for await (const batch of store.subscribeAll(options)) {
        if (++batches === 3) {
          isAsleep = true;
          freeze();
          await sleep;
        }
        yield batch;
      }
    };
    const slow = Object.assign(Object.create(store) as typeof store, { subscribeAll });
    frozen = rebuildView(slow, database, new TallyView(), { batchSize: 10, leases });
    frozen.catch(() => undefined);
    await asleep;
  });

  test.each([{ wait: true }, { wait: false }])(
    'is continued by another process with %j',
    async ({ wait }) => {
      expect(await rebuilt(new TallyView(), { wait, leases: new Leases(database, quick) })).toBe(40);
      await append(5, 'tally-b');
      const live = await contents();
      wake();
      await expect(frozen).rejects.toThrow(FillSuperseded);
      expect(await contents()).toEqual(live);
      expect(await schemas()).toEqual(['tally']);
    },
  );

  test('does not harm the rebuild that another process continues', async () => {
    const { view, entered, release } = held();
    const leases = new Leases(database, quick);
    const second = rebuildView(store, database, view, { batchSize: 10, leases });
    await entered;
    wake();
    await expect(frozen).rejects.toThrow(FillSuperseded);
    release();
    await second;
    expect((await contents())[0]).toMatchObject({ events: 60 });
  });
});

test('stops waiting for another rebuild when its signal aborts', async () => {
  const { view, entered, release } = held();
  const first = rebuildView(store, database, view);
  await entered;
  const stop = new AbortController();
  const second = rebuildView(store, database, new TallyView(), { wait: true, signal: stop.signal });
  stop.abort();
  await expect(second).rejects.toThrow(FillStopped);
  release();
  await first;
});

test('fails if its tables were removed while it ran', async () => {
  const view = new TallyView();
  view.before = async (events) => {
    if (events[0]?.version === 30)
      await database.query(`delete from parley.view_checkpoint where view = 'tally_next'`);
  };
  await expect(rebuilt(view)).rejects.toThrow(FillSuperseded);
  expect((await contents())[0]).toMatchObject({ events: 60 });
});

test('fills a view again instead of halting if its fill is superseded', async () => {
  await stopRunner();
  await database.query(`drop schema tally cascade`);
  await database.query(`delete from parley.view_checkpoint; delete from parley.change`);
  const view = new TallyView();
  let isRemoved = false;
  view.before = async () => {
    if (isRemoved) return;
    isRemoved = true;
    await database.query(`delete from parley.view_checkpoint where view = 'tally_next'`);
  };
  views = new PostgresViews(database);
  const runner = new ProjectionRunner(store, database, view, views);
  runner.farBehind = 50;
  const stop = new AbortController();
  const running = runner.run(stop.signal);
  stopRunner = async () => {
    stop.abort();
    await running;
  };
  await append(1, 'tally-a');
  expect(runner.status()).toMatchObject({ state: 'live', error: undefined });
  expect(await contents()).toMatchObject([{ stream: 'tally-a', events: 61 }]);
});

test('starts over if the side tables are ahead of the live view', async () => {
  await stopRunner();
  await store.append(
    'tally-a',
    Array.from({ length: 20 }, () => noted('n')),
    { expected: 'any', customerId },
  );
  await expect(rebuilt(dyingAt(75), { toHead: true })).rejects.toThrow('killed');
  expect(await rebuilt()).toBe(60);
  const stop = new AbortController();
  const running = new ProjectionRunner(store, database, new TallyView(), views).run(stop.signal);
  stopRunner = async () => {
    stop.abort();
    await running;
  };
  await append(1, 'tally-a');
  expect(await contents()).toMatchObject([
    { events: 81, versions: Array.from({ length: 81 }, (_, index) => index) },
  ]);
});

test('gives up a swap if its last fold hangs, folds that part in side tables, and swaps again', async () => {
  const view = new TallyView();
  const limits: string[] = [];
  view.before = async (_, tx) => {
    const { rows } = await tx.query<{ statement_timeout: string }>('show statement_timeout');
    const limit = rows[0]!.statement_timeout;
    if (limit === '5s' && !limits.includes(limit)) {
      limits.push(limit);
      await tx.query('set local statement_timeout = 20; select pg_sleep(60)');
    }
    limits.push(limit);
  };
  // The live view advances after each read of its position, until the swap has locked its checkpoint.
  const head = store.head.bind(store);
  jest.spyOn(store, 'head').mockImplementation(async () => {
    const { rows } = await database.query(
      `select from parley.view_checkpoint where view = 'tally' for update skip locked`,
    );
    if (rows.length > 0) await append(1, 'tally-b');
    return head();
  });
  await rebuilt(view);
  jest.restoreAllMocks();
  expect(limits.slice(limits.indexOf('5s'))).toEqual(['5s', '15s', '5s']);
  await append(1, 'tally-b');
  const { events, versions } = (await contents())[1] as { events: number; versions: number[] };
  expect(versions).toEqual(Array.from({ length: events }, (_, index) => index));
});

test('discards the tables of an abandoned rebuild', async () => {
  await expect(rebuilt(dyingAt(40))).rejects.toThrow('killed');
  expect(await discardAbandoned(database, [new TallyView()])).toEqual(['tally']);
  expect(await schemas()).toEqual(['tally']);
  expect(await rebuilt()).toBe(60);
});

describe('verifying', () => {
  const verify = (view = new TallyView()) => verifyView(store, database, view, { batchSize: 10 });

  test('finds no difference in a correct view, and leaves no tables behind', async () => {
    const before = await database.query('select * from parley.view_checkpoint');
    expect(await verify()).toEqual({
      position: await views.checkpoint('tally'),
      rows: 1,
      difference: null,
    });
    expect(await schemas()).toEqual(['tally']);
    expect((await database.query('select * from parley.view_checkpoint')).rows).toEqual(before.rows);
  });

  test.each([
    [
      'changed',
      `update tally.tally set events = 7 where stream = 'tally-b'`,
      { live: { stream: 'tally-b', events: 7 }, rebuilt: { stream: 'tally-b', events: 2 } },
    ],
    [
      'missing',
      `delete from tally.tally where stream = 'tally-b'`,
      { live: null, rebuilt: { stream: 'tally-b' } },
    ],
    [
      'superfluous',
      `insert into tally.tally values ('tally-x', 1, '{0}')`,
      { live: { stream: 'tally-x' }, rebuilt: null },
    ],
  ])('finds the first row that is %s, and leaves it unchanged', async (_, spoil, difference) => {
    await append(2, 'tally-b');
    await database.query(spoil);
    const spoilt = await contents();
    expect((await verify()).difference).toMatchObject({ table: 'tally', ...difference });
    expect(await contents()).toEqual(spoilt);
  });

  test('compares at one position while new events arrive', async () => {
    let writing = true;
    const writer = (async () => {
      while (writing) await append(3, 'tally-b');
    })();
    for (let time = 0; time < 5; time++) expect((await verify()).difference).toBeNull();
    writing = false;
    await writer;
  });

  test('leaves no tables behind when it is stopped', async () => {
    const signal = AbortSignal.abort();
    await expect(verifyView(store, database, new TallyView(), { signal })).rejects.toThrow(FillStopped);
    expect(await schemas()).toEqual(['tally']);
  });

  test('is refused while another verification runs, and the tables of a killed one can be discarded', async () => {
    const { view, entered, release } = held();
    const first = verifyView(store, database, view);
    await entered;
    await expect(verify()).rejects.toThrow(RebuildUnderWay);
    expect(await schemas()).toEqual(['tally', 'tally_verify']);
    release();
    await first;
    await database.query(
      `create schema tally_verify;
       insert into parley.view_checkpoint (view, position, engine_id, ddl_hash, changes_after)
         select 'tally_verify', position, engine_id, ddl_hash, changes_after from parley.view_checkpoint where view = 'tally'`,
    );
    expect(await discardAbandoned(database, [new TallyView()])).toEqual(['tally']);
    expect(await schemas()).toEqual(['tally']);
  });

  test('does not compare tables that another release created', async () => {
    const view = new TallyView();
    view.ddl += '; create table other (id int primary key)';
    await expect(verify(view)).rejects.toThrow(NotComparable);
  });
});
