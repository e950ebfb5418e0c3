import { Client } from 'pg';
import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { TallyView } from '@parley/testing/event-sourcing/tally-view';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { noted } from '../store/conformance';
import { EventLog1763700000100 } from '../store/postgres/event-log.migration';
import { PostgresEventStore } from '../store/postgres/postgres-event-store';
import { FoldRetries } from './fold-retries';
import { PostgresViews } from './postgres-views';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from './projection.migration';
import { ProjectionRunner } from './projection-runner';
import { rebuildView, WorseThanLive } from './rebuild';
import type { SetAsideStream } from './set-aside';
import { SetAside1764620000000 } from './set-aside.migration';
import { verifyView } from './verify';

let database: TestDatabase;
let store: PostgresEventStore;
let views: PostgresViews;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ViewTally1767500000000,
    Lease1763800000000,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
  ]);
  store = await PostgresEventStore.open(database);
  views = new PostgresViews(database);
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
  await store.close();
  await database.drop();
});

/** Longer than a view usually needs, for slow machines. */
const ARRIVAL_TIMEOUT_MS = 30_000;
const arrived = (position: string) => views.waitFor('tally', position, ARRIVAL_TIMEOUT_MS);

/** A view that cannot fold some events. */
function picky(refuses: (event: RecordedEvent) => boolean, name = 'tally'): TallyView {
  const view = new TallyView(name);
  view.before = async (events, tx) => {
    // Writes a row that a rollback has to remove, then fails as for an invalid value.
    await tx.query(`insert into tally values ('half', 1, '{}') on conflict do nothing`);
    if (events.some(refuses)) await tx.query(`select $1::text`, ['a\0b']);
    await tx.query(`delete from tally where stream = 'half'`);
  };
  return view;
}

const isText = (text: string) => (event: RecordedEvent) => (event.data as { text: string }).text === text;

function run(view: TallyView, retries?: FoldRetries) {
  const stop = new AbortController();
  const rung: SetAsideStream[] = [];
  const hooks = { onSetAside: (found: SetAsideStream) => rung.push(found) };
  const runner = new ProjectionRunner(store, database, view, views, hooks, retries);
  const done = runner.run(stop.signal);
  const end = async () => {
    stop.abort();
    await done;
  };
  stops.push(end);
  return { runner, rung, end, done };
}

async function append(stream: string, texts: string[], customerId = 'acme'): Promise<string> {
  const events = texts.map((text) => ({ ...noted(text), customerId }));
  const { position } = await store.append(stream, events, { expected: 'any', customerId });
  return position;
}

async function setAside(view = 'tally') {
  const { rows } = await database.query<{ customer_id: string; stream: string | null; position: string }>(
    'select customer_id, stream, position, error from parley.set_aside where view = $1 order by position, stream',
    [view],
  );
  return rows;
}

async function versions(): Promise<Record<string, number[]>> {
  const { rows } = await database.query<{ stream: string; versions: number[] }>('select * from tally.tally');
  return Object.fromEntries(rows.map(({ stream, versions: found }) => [stream, found]));
}

test('quarantines a stream at the event that fails, in the middle of a batch, and folds all others', async () => {
  await append('tally-a', ['1', '2', '3']);
  await append('tally-bad', ['1', '2']);
  const bad = await append('tally-bad', ['poison']);
  await append('tally-bad', ['4']);
  await append('tally-b', ['1', '2', '3']);
  const last = await append('tally-c', ['1'], 'other');
  const { runner, rung } = run(picky(isText('poison')));
  expect(await arrived(last)).toBe(true);
  const folded = { 'tally-a': [0, 1, 2], 'tally-bad': [0, 1], 'tally-b': [0, 1, 2], 'tally-c': [0] };
  expect(await versions()).toEqual(folded);
  expect(await setAside()).toEqual([
    { customer_id: 'acme', stream: 'tally-bad', position: bad, error: expect.stringMatching(/0x00/) },
  ]);
  expect(rung).toMatchObject([{ view: 'tally', customerId: 'acme', stream: 'tally-bad', position: bad }]);

  await append('tally-bad', ['5']);
  expect(await arrived(await append('tally-a', ['4']))).toBe(true);
  expect(await versions()).toEqual({ ...folded, 'tally-a': [0, 1, 2, 3] });
  expect(runner.status()).toMatchObject({ state: 'live', error: undefined });
});

test('keeps a stream quarantined after a restart, with its rows unchanged', async () => {
  const first = run(picky(isText('poison')));
  expect(await arrived(await append('tally-bad', ['1', 'poison', '3']))).toBe(true);
  await first.end();
  await append('tally-bad', ['4']);
  const last = await append('tally-a', ['1']);
  const second = run(new TallyView());
  expect(await new PostgresViews(database).waitFor('tally', last, ARRIVAL_TIMEOUT_MS)).toBe(true);
  expect(await versions()).toEqual({ 'tally-bad': [0], 'tally-a': [0] });
  expect(second.rung).toEqual([]);
});

test('folds quarantined streams in order during a rebuild, and the live view continues from there', async () => {
  run(picky(isText('poison')));
  await append('tally-bad', ['1', 'poison', '3']);
  expect(await arrived(await append('tally-a', ['1']))).toBe(true);
  await rebuildView(store, database, new TallyView());
  expect(await setAside()).toEqual([]);
  await append('tally-bad', ['4']);
  expect(await arrived(await append('tally-a', ['2']))).toBe(true);
  expect(await versions()).toEqual({ 'tally-a': [0, 1], 'tally-bad': [0, 1, 2, 3] });
});

test('quarantines a stream in the new copy if a rebuild still cannot fold it, and continues', async () => {
  const { end } = run(picky(isText('poison')));
  await append('tally-bad', ['1', 'poison', '3']);
  expect(await arrived(await append('tally-a', ['1']))).toBe(true);
  const before = await setAside();
  await rebuildView(store, database, picky(isText('poison')));
  expect(await setAside()).toEqual(before);
  expect(await setAside('tally_next')).toEqual([]);
  expect(await arrived(await append('tally-bad', ['4']))).toBe(true);
  expect(await versions()).toEqual({ 'tally-a': [0], 'tally-bad': [0] });
  await end();
  expect(await verifyView(store, database, picky(isText('poison')))).toMatchObject({ difference: null });
  expect(await setAside('tally_verify')).toEqual([]);
});

test('treats a column that a fold named after a value as an error of the event', async () => {
  const view = new TallyView();
  view.before = async (events, tx) => {
    if (events.some(isText('poison'))) await tx.query('insert into tally ("undefined") values (1)');
  };
  run(view);
  await append('tally-bad', ['poison']);
  expect(await arrived(await append('tally-a', ['1']))).toBe(true);
  expect(await setAside()).toMatchObject([{ stream: 'tally-bad' }]);
});

test('quarantines a whole organisation if too many of its streams fail, and continues with others', async () => {
  const { rung } = run(picky(isText('poison')));
  for (let nth = 0; nth < 21; nth++) await append(`tally-bad${nth}`, ['poison']);
  await append('tally-good', ['1']);
  expect(await arrived(await append('tally-a', ['1'], 'other'))).toBe(true);
  expect((await setAside()).map(({ stream }) => stream)).toEqual([
    ...Array.from({ length: 20 }, (_, nth) => `tally-bad${nth}`),
    null,
  ]);
  expect(rung).toHaveLength(21);
  expect(await versions()).toEqual({ 'tally-a': [0] });
});

test('folds other organisations if the events of many organisations fail one after the other', async () => {
  for (let nth = 0; nth < 30; nth++) await append(`tally-bad${nth}`, ['poison'], `customer ${nth}`);
  const { runner, rung } = run(picky(isText('poison')));
  expect(await arrived(await append('tally-a', ['1'], 'other'))).toBe(true);
  expect(runner.status()).toMatchObject({ state: 'live', error: undefined });
  expect(await versions()).toEqual({ 'tally-a': [0] });
  expect(rung).toHaveLength(30);
});

test('a view that can fold no event quarantines all of them and stays live', async () => {
  for (let nth = 0; nth < 9; nth++) await append(`tally-${nth}`, ['1'], `customer ${nth}`);
  const { runner, rung } = run(picky(() => true));
  expect(await arrived(await append('tally-9', ['1'], 'customer 9'))).toBe(true);
  expect(runner.status()).toMatchObject({ state: 'live' });
  expect(rung).toHaveLength(10);
});

test('an event without an organisation that cannot be folded does not stop the view', async () => {
  await append('tally-bad', ['poison'], '');
  run(picky(isText('poison')));
  expect(await arrived(await append('tally-a', ['1']))).toBe(true);
  expect(await setAside()).toMatchObject([{ customer_id: '', stream: 'tally-bad' }]);
});

test('treats a statement on a table that no view has as an error of the event', async () => {
  const view = new TallyView();
  view.before = async (events, tx) => {
    if (events.some(isText('poison'))) await tx.query('insert into nowhere values (1)');
  };
  run(view);
  await append('tally-bad', ['poison']);
  expect(await arrived(await append('tally-a', ['1']))).toBe(true);
  expect(await setAside()).toMatchObject([{ stream: 'tally-bad' }]);
});

test('halts a view whose table is missing and quarantines nothing', async () => {
  const { runner, done } = run(new TallyView());
  expect(await arrived(await append('tally-a', ['1']))).toBe(true);
  await database.query('drop table tally.tally');
  await append('tally-a', ['2']);
  await done;
  expect(runner.status()).toMatchObject({ state: 'halted', error: expect.stringMatching(/tally/) });
  expect(await setAside()).toEqual([]);
});

test('folds an event for which the view’s filter throws', async () => {
  const view: TallyView & { ignores?(): boolean } = new TallyView();
  view.ignores = () => {
    throw new TypeError('unexpected');
  };
  const { runner } = run(view);
  expect(await arrived(await append('tally-a', ['1']))).toBe(true);
  expect(await versions()).toEqual({ 'tally-a': [0] });
  expect(runner.status()).toMatchObject({ state: 'live' });
});

describe('a fold whose transaction is aborted', () => {
  const reasons: Record<string, (tx: Sql) => Promise<unknown>> = {
    statement_timeout: (tx) => tx.query(`set local statement_timeout = 20; select pg_sleep(5)`),
    idle_in_transaction_session_timeout: async (tx) => {
      await tx.query('set local idle_in_transaction_session_timeout = 20');
      const until = performance.now() + 200;
      while (performance.now() < until);
      await tx.query('select 1');
    },
    'a lost connection': async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await tx.query('select pg_sleep(1)');
    },
  };
  let killer: Client;
  beforeEach(async () => {
    killer = new Client({ connectionString: database.url });
    await killer.connect();
  });
  afterEach(() => killer.end());

  test.each(Object.keys(reasons))(
    'by %s is retried, and its event is quarantined in the end',
    async (reason) => {
      const view = new TallyView();
      const tries: number[] = [];
      view.before = async (events, tx) => {
        if (!events.some(isText('poison'))) return;
        tries.push(events.length);
        await reasons[reason]!(tx);
      };
      await append('tally-a', ['1', '2', '3']);
      const bad = await append('tally-bad', ['poison']);
      await append('tally-bad', ['4']);
      await append('tally-b', ['1', '2']);
      const { runner, rung } = run(view, new FoldRetries(0));
      expect(await arrived(await append('tally-c', ['1'], 'other'))).toBe(true);
      expect(await versions()).toEqual({ 'tally-a': [0, 1, 2], 'tally-b': [0, 1], 'tally-c': [0] });
      expect(await setAside()).toMatchObject([{ stream: 'tally-bad', position: bad }]);
      expect(rung).toHaveLength(1);
      expect(runner.status()).toMatchObject({ state: 'live', error: undefined });
      // Five tries with its batch and five alone.
      expect(tries.slice(-5)).toEqual([1, 1, 1, 1, 1]);
      expect(tries).toHaveLength(10);
    },
  );

  test('is folded on the next attempt if it was aborted once, and nothing is quarantined', async () => {
    const view = new TallyView();
    let failures = 0;
    view.before = async (_, tx) => {
      if (failures++ < 3) await reasons['a lost connection']!(tx);
    };
    await append('tally-a', ['1', '2']);
    run(view);
    expect(await arrived(await append('tally-b', ['1']))).toBe(true);
    expect(await versions()).toEqual({ 'tally-a': [0, 1], 'tally-b': [0] });
    expect(await setAside()).toEqual([]);
  });

  test('by lock_timeout is retried until the lock is free, and nothing is quarantined', async () => {
    const view = new TallyView();
    let tries = 0;
    const other = killer;
    await other.query('select pg_advisory_lock(1)');
    view.before = async (_, tx) => {
      if (++tries === 13) await other.query('select pg_advisory_unlock(1)');
      await tx.query('set local lock_timeout = 20; select pg_advisory_xact_lock(1)');
    };
    const last = await append('tally-a', ['1']);
    run(view, new FoldRetries(0));
    expect(await arrived(last)).toBe(true);
    expect(tries).toBe(13);
    expect(await setAside()).toEqual([]);
  });

  test('waits at most 10 seconds for each lock', async () => {
    const view = new TallyView();
    const limits: unknown[] = [];
    view.before = async (_, tx) => {
      const { rows } = await tx.query<{ lock_timeout: string }>('show lock_timeout');
      limits.push(rows[0]?.lock_timeout);
    };
    const last = await append('tally-a', ['1']);
    run(view);
    expect(await arrived(last)).toBe(true);
    await rebuildView(store, database, view);
    expect(limits).toEqual(['10s', '10s']);
  });

  test('has its time measured again on the next attempt, which counts as folding', async () => {
    const view = new TallyView();
    const ages: number[] = [];
    view.before = async (_, tx) => {
      ages.push(runner.foldingFor()!);
      if (ages.length === 1) await tx.query('set local statement_timeout = 2000; select pg_sleep(60)');
    };
    const last = await append('tally-a', ['1']);
    const { runner } = run(view);
    expect(await arrived(last)).toBe(true);
    expect(ages).toHaveLength(2);
    expect(ages[1]).toBeLessThan(2_000);
    expect(runner.foldingFor()).toBeNull();
  });

  test('in a rebuild is retried, and its event is quarantined in the new copy', async () => {
    const view = new TallyView();
    view.before = async (events, tx) => {
      if (events.some(isText('poison'))) await reasons['a lost connection']!(tx);
    };
    await append('tally-a', ['1', '2']);
    await append('tally-bad', ['poison']);
    await append('tally-b', ['1']);
    await rebuildView(store, database, view, { retries: new FoldRetries(0) });
    expect(await versions()).toEqual({ 'tally-a': [0, 1], 'tally-b': [0] });
    expect(await setAside()).toMatchObject([{ stream: 'tally-bad' }]);
  });

  test('keeps its failures counted in a fill while the lease changes its owner', async () => {
    const [view, retries] = [new TallyView(), new FoldRetries(0)];
    let stop = new AbortController();
    view.before = async (events, tx) => {
      if (!events.some(isText('poison'))) return;
      stop.abort();
      await reasons['a lost connection']!(tx);
    };
    await append('tally-bad', ['poison']);
    await append('tally-a', ['1']);
    const runner = new ProjectionRunner(store, database, view, views, {}, new FoldRetries(0), retries);
    runner.farBehind = 0;
    for (let tenure = 0; tenure < 10; tenure++) {
      stop = new AbortController();
      await runner.run(stop.signal);
    }
    stop = new AbortController();
    const done = runner.run(stop.signal);
    stops.push(async () => {
      stop.abort();
      await done;
    });
    expect(await arrived(await append('tally-a', ['2']))).toBe(true);
    expect(await setAside()).toMatchObject([{ stream: 'tally-bad' }]);
  });

  test('keeps its failures counted while the lease changes its owner', async () => {
    const view = new TallyView();
    view.before = async (events, tx) => {
      if (events.some(isText('poison'))) await reasons['a lost connection']!(tx);
    };
    const retries = new FoldRetries(0);
    await append('tally-bad', ['poison']);
    const last = await append('tally-a', ['1']);
    let isDone = false;
    for (let tenure = 0; tenure < 20 && !isDone; tenure++) {
      // Each run ends at its first failure, like an owner that loses the lease while it folds.
      const stop = new AbortController();
      const runner = new ProjectionRunner(
        store,
        database,
        view,
        views,
        { onRetry: () => stop.abort() },
        retries,
      );
      const done = runner.run(stop.signal);
      isDone = await Promise.race([done.then(() => false), arrived(last)]);
      stop.abort();
      await done;
    }
    expect(isDone).toBe(true);
    expect(await setAside()).toMatchObject([{ stream: 'tally-bad' }]);
  });
});

test('refuses a rebuild that would quarantine an organisation which the live view does not quarantine', async () => {
  const { end } = run(new TallyView());
  for (let nth = 0; nth < 22; nth++) await append(`tally-${nth}`, ['poison']);
  expect(await arrived(await append('tally-a', ['1'], 'other'))).toBe(true);
  const before = await contentsOf(database, 'tally');
  await expect(rebuildView(store, database, picky(isText('poison')))).rejects.toThrow(WorseThanLive);
  expect(await contentsOf(database, 'tally')).toEqual(before);
  expect(await setAside()).toEqual([]);
  await end();
});

test('runs no additional statements while all events can be folded', async () => {
  const statements: string[] = [];
  const view = new TallyView();
  let restore = () => undefined as void;
  view.before = () => {
    const spy = jest.spyOn(Client.prototype, 'query');
    restore = () => {
      for (const [asked] of spy.mock.calls as unknown as [string | { text: string }][]) {
        const text = typeof asked === 'string' ? asked : asked.text;
        if (/tally|parley\.(change|set_aside)|savepoint|commit/.test(text))
          statements.push(text.trim().split(/\s+/).slice(0, 6).join(' '));
      }
      spy.mockRestore();
    };
    delete view.before;
  };
  run(view);
  expect(await arrived(await append('tally-a', ['1']))).toBe(true);
  restore();
  expect(statements).toEqual([
    'insert into tally values ($1, 1,',
    'with write_0 as (insert into parley.change',
    'commit',
  ]);
});
