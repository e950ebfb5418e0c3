import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { RecordedEvent } from '@parley/contracts/events';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { Leases } from '@parley/platform/lease/leases';
import type { Lease } from '@parley/platform/lease/lease';
import { TallyView } from '@parley/testing/event-sourcing/tally-view';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { FoldRetries } from '../projection/fold-retries';
import { PostgresViews } from '../projection/postgres-views';
import {
  ChangeCorrelation1764610000000,
  ChangeParent1765100000000,
  Projection1763700000200,
  ViewTally1767500000000,
} from '../projection/projection.migration';
import { ProjectionRunner } from '../projection/projection-runner';
import { rebuildView } from '../projection/rebuild';
import { SetAside1764620000000 } from '../projection/set-aside.migration';
import { verifyView } from '../projection/verify';
import { noted } from '../store/conformance';
import type { EventStore } from '../store/event-store';
import { EventStoreDbEventStore } from '../store/eventstoredb/eventstoredb-event-store';
import { EventLog1763700000100 } from '../store/postgres/event-log.migration';
import { PostgresEventStore } from '../store/postgres/postgres-event-store';
import { SharedEventStore } from '../store/shared-event-store';
import { CompletenessRecords } from './completeness-records';
import { CompletenessWatch } from './completeness-watch';
import type { Difference } from './view-samples';

const customerId = 'customer-of-the-suite';
const cut = () => Object.assign(new Error('The connection was cut.'), { code: 'ECONNRESET' });

let database: TestDatabase;
let views: PostgresViews;
let running: { stop: AbortController; done: Promise<void> }[];

beforeEach(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Projection1763700000200,
    ChangeCorrelation1764610000000,
    ChangeParent1765100000000,
    SetAside1764620000000,
    Lease1763800000000,
    ViewTally1767500000000,
  ]);
  views = new PostgresViews(database);
  running = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const { stop, done } of running) {
    stop.abort();
    await done.catch(() => undefined);
  }
  await database.drop();
});

const logs = {
  PostgreSQL: async () => {
    const log = await PostgresEventStore.open(database);
    return { log, close: () => log.close() };
  },
  'EventStoreDB, played by a double': async () => {
    const double = await EventStoreDbDouble.start();
    const log = await EventStoreDbEventStore.open(double.url, { probeMs: 20 });
    const close = async () => {
      await log.close();
      await double.stop();
    };
    return { log, close };
  },
};

describe.each(Object.entries(logs))('on %s', (_, open) => {
  let log: EventStore;
  let close: () => Promise<void>;
  let tampered: EventStore;
  /** The store that all live projectors share, as in a server. */
  let store: EventStore;
  /** Changes the events that a subscription delivers. */
  let tamper: (events: RecordedEvent[]) => RecordedEvent[];
  let reported: Difference[];
  let watch: CompletenessWatch;

  beforeEach(async () => {
    ({ log, close } = await open());
    tamper = (events) => events;
    tampered = Object.assign(Object.create(log) as EventStore, {
      async *subscribeAll(options: Parameters<EventStore['subscribeAll']>[0]) {
        for await (const batch of log.subscribeAll(options)) {
          yield { ...batch, events: tamper(batch.events) };
        }
      },
    });
    store = new SharedEventStore(tampered);
    reported = [];
    watch = watching(new TallyView());
  });
  afterEach(async () => {
    for (const { stop, done } of running.splice(0)) {
      stop.abort();
      await done.catch(() => undefined);
    }
    await close();
  });

  function watching(view: TallyView): CompletenessWatch {
    return new CompletenessWatch(log, database, [view], {
      onDifference: (difference) => reported.push(difference),
    });
  }

  function run(view = new TallyView(), lease?: Lease, retries?: FoldRetries) {
    const stop = new AbortController();
    const runner = new ProjectionRunner(store, database, view, views, {}, retries);
    const done = runner.run(lease?.signal ?? stop.signal, lease);
    done.catch(() => undefined);
    const started = { stop, done, runner };
    running.push(started);
    return started;
  }

  async function end({ stop, done }: { stop: AbortController; done: Promise<void> }) {
    stop.abort();
    await done;
  }

  /** @returns positions of the appended events */
  async function append(texts: string[], stream = `tally-${randomUUID()}`): Promise<string[]> {
    const positions: string[] = [];
    for (const text of texts) {
      const appended = await log.append(stream, [noted(text)], { expected: 'any', customerId });
      positions.push(appended.position);
    }
    return positions;
  }

  /**
   * Appends events, and waits until the checkpoint is saved at the last one.
   * @returns positions of the appended events
   */
  async function fold(texts: string[], stream?: string): Promise<string[]> {
    const positions = await append(texts, stream);
    const isSaved = async () => (await views.checkpoint('tally')) >= positions.at(-1)!;
    await eventually('the checkpoint is saved at the last event', isSaved);
    return positions;
  }

  async function look(): Promise<Difference[]> {
    await watch.sample();
    return watch.compare();
  }

  async function comparisons() {
    const { rows } = await database.query(
      'select view, logged::int, folded::int, candidates from parley.view_comparison order by hour, view',
    );
    return rows;
  }

  const isText = (text: string) => (event: RecordedEvent) => (event.data as { text: string }).text === text;
  const without = (texts: string[]) => (events: RecordedEvent[]) =>
    events.filter((event) => !texts.some((text) => isText(text)(event)));

  test('finds nothing if every event was delivered, and counts both sides per hour', async () => {
    run();
    await fold(['a', 'b']);
    await fold(['other'], 'other-1');
    expect(await look()).toEqual([]);
    await fold(['c']);
    expect(await look()).toEqual([]);
    expect(await look()).toEqual([]);
    expect(await comparisons()).toEqual([{ view: 'tally', logged: 3, folded: 3, candidates: [] }]);
    expect(reported).toEqual([]);
    expect(await new CompletenessRecords(database, ['tally']).incomplete()).toEqual([]);
  });

  test('reports an event that a subscription skipped, until the view is rebuilt', async () => {
    tamper = without(['lost']);
    run();
    const [, before] = await fold(['a', 'b']);
    await watch.sample();
    const [, lost, , upTo] = await fold(['c', 'lost', 'd', 'e']);
    await watch.sample();
    await fold(['f']);
    const difference = { view: 'tally', after: before, upTo, logged: 4, folded: 3, candidates: [lost] };
    expect(await look()).toEqual([difference]);
    expect(await look()).toEqual([]);
    expect(reported).toEqual([difference]);
    const records = new CompletenessRecords(database, ['tally']);
    expect(await records.incomplete()).toEqual([
      expect.objectContaining({
        view: 'tally',
        after: before,
        upTo,
        logged: 7,
        folded: 6,
        candidates: [lost],
      }),
    ]);
    expect(await records.count()).toEqual([{ view: 'tally', count: 1 }]);
    const withoutView = new CompletenessRecords(database, ['other']);
    expect([await withoutView.count(), await withoutView.incomplete()]).toEqual([[], []]);
    tamper = (events) => events;
    await rebuildView(tampered, database, new TallyView());
    await fold(['g']);
    expect(await look()).toEqual([]);
    expect(await records.count()).toEqual([]);
  });

  test('restarts its count when a release changes the prefixes of a view', async () => {
    const started = run();
    await fold(['a', 'b']);
    await fold(['other'], 'other-1');
    expect(await look()).toEqual([]);
    await end(started);
    const view = Object.assign(new TallyView(), { prefixes: ['tally-', 'other-'] });
    watch = watching(view);
    run(view);
    await fold(['c']);
    expect(await look()).toEqual([]);
    tamper = without(['lost']);
    const [lost] = await fold(['lost', 'd'], 'other-2');
    expect(await look()).toMatchObject([{ candidates: [lost] }]);
  });

  test('finds an event that was lost before the first sample of a view', async () => {
    tamper = without(['lost']);
    run();
    const [, lost] = await fold(['a', 'lost', 'b']);
    expect(await look()).toMatchObject([{ after: '0'.repeat(20), candidates: [lost] }]);
  });

  test('finds a lost event among events that the view ignores', async () => {
    tamper = without(['lost']);
    const view = Object.assign(new TallyView(), { ignores: () => true });
    watch = watching(view);
    run(view);
    const [, lost] = await fold(['a', 'lost', 'b']);
    expect(await look()).toMatchObject([{ logged: 3, folded: 2, candidates: [lost] }]);
  });

  test('reports all events of the span if several were skipped', async () => {
    tamper = without(['lost', 'gone']);
    run();
    await fold(['a']);
    await watch.sample();
    const [b, lost, gone, c] = await fold(['b', 'lost', 'gone', 'c']);
    expect(await look()).toMatchObject([{ logged: 4, folded: 2, candidates: [b, lost, gone, c] }]);
  });

  test('reports each of two skipped events if a sample lies between them', async () => {
    tamper = without(['lost', 'gone']);
    run();
    const [lost] = await fold(['lost', 'a']);
    await watch.sample();
    const [, gone] = await fold(['b', 'gone', 'c']);
    expect((await look()).map(({ candidates }) => candidates)).toEqual([[lost], [gone]]);
    expect(await comparisons()).toEqual([{ view: 'tally', logged: 5, folded: 3, candidates: [lost, gone] }]);
  });

  test('reports an event that was folded twice, and another one that was lost', async () => {
    tamper = (events) => events.flatMap((event) => (isText('twice')(event) ? [event, event] : [event]));
    // A shared store refuses an event that is delivered twice.
    store = tampered;
    run();
    const [, twice] = await fold(['a', 'twice']);
    expect(await look()).toMatchObject([{ logged: 2, folded: 3, candidates: [twice] }]);
    const doubling = tamper;
    tamper = (events) => without(['lost'])(doubling(events));
    const both = await fold(['twice', 'lost', 'b']);
    expect(await look()).toMatchObject([{ logged: 3, folded: 3, candidates: both }]);
  });

  test('counts events in the statement that moves the checkpoint', async () => {
    run();
    await fold(['a']);
    const texts: string[] = [];
    const { value: query } = Object.getOwnPropertyDescriptor(Client.prototype, 'query') as {
      value: (this: Client, ...args: unknown[]) => unknown;
    };
    jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const [first] = args as [string | { text: string }];
      texts.push(typeof first === 'string' ? first : first.text);
      return query.apply(this, args);
    });
    const [position] = await append(['b', 'c'], 'tally-1');
    expect(await views.waitFor('tally', position!, 10_000)).toBe(true);
    const touching = texts.filter((text) => /tally_events/.test(text) && !/view_sample/.test(text));
    const begun = texts.filter((text) => /aside_version as "asideVersion"/.test(text));
    expect(begun.length).toBeGreaterThan(0);
    expect(touching.length).toBeLessThanOrEqual(begun.length);
    expect(
      touching.every((text) => /position = /.test(text) && /insert into parley\.change/.test(text)),
    ).toBe(true);
  });

  test('counts ignored and quarantined events as delivered', async () => {
    const view = Object.assign(new TallyView(), { ignores: isText('ignored') });
    view.before = async (events, tx) => {
      if (events.some(isText('bad'))) await tx.query('select $1::text', ['a\0b']);
    };
    watch = watching(view);
    run(view);
    await fold(['a', 'ignored'], 'tally-1');
    await fold(['bad', 'after'], 'tally-1');
    await fold(['ignored'], 'tally-1');
    await fold(['b'], 'tally-2');
    expect((await database.query('select from parley.set_aside')).rows).toHaveLength(1);
    expect(await look()).toEqual([]);
    expect(await comparisons()).toEqual([{ view: 'tally', logged: 6, folded: 6, candidates: [] }]);
  });

  test('finds nothing during a rebuild, after a rebuild, or after a verification', async () => {
    run();
    await fold(['a', 'b', 'c']);
    await look();
    const during: Difference[][] = [];
    const onProgress = () => void look().then((found) => during.push(found));
    const writing = (async () => {
      for (let count = 0; count < 5; count++) await fold(['while it is rebuilt']);
    })();
    await rebuildView(tampered, database, new TallyView(), { batchSize: 2, onProgress });
    await writing;
    expect(await look()).toEqual([]);
    await verifyView(tampered, database, new TallyView());
    await fold(['later']);
    expect(await look()).toEqual([]);
    expect(during.flat()).toEqual([]);
    const { rows } = await database.query('select tally_from, tally_events::int from parley.view_checkpoint');
    expect(rows).toEqual([{ tally_from: '0'.repeat(20), tally_events: 9 }]);
  });

  test('does not record a difference in tables that a rebuild replaced during the comparison', async () => {
    tamper = without(['lost']);
    run();
    await fold(['a', 'lost', 'b']);
    await watch.sample();
    tamper = (events) => events;
    const positions = log.audit.tally.bind(log.audit);
    jest.spyOn(log.audit, 'tally').mockImplementationOnce(async (...args) => {
      const tallies = await positions(...args);
      await rebuildView(tampered, database, new TallyView());
      return tallies;
    });
    await watch.compare();
    expect(await new CompletenessRecords(database, ['tally']).incomplete()).toEqual([]);
    expect(await look()).toEqual([]);
  });

  test.each(['tally', 'other'])(
    'leaves the checkpoints of other views unlocked while it waits for the fold of %s',
    async (held) => {
      const [first, second] = [new TallyView(), new TallyView('other')];
      run(first);
      run(second);
      watch = new CompletenessWatch(log, database, [first, second]);
      const position = (await fold(['a'])).at(-1)!;
      while ((await views.checkpoint('other')) < position) await new Promise(setImmediate);
      await watch.sample();
      const lock = `select from parley.view_checkpoint where view = $1 for update`;
      let compared: Promise<Difference[]> | undefined;
      await database.transaction(async (tx) => {
        await tx.query(lock, [held]);
        compared = watch.compare();
        const isWaiting = async () =>
          (await database.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).rows.length >
          0;
        while (!(await isWaiting())) await new Promise(setImmediate);
        const other = held === 'tally' ? 'other' : 'tally';
        expect((await database.query(`${lock} nowait`, [other])).rows).toHaveLength(1);
      });
      expect(await compared).toEqual([]);
      expect(await comparisons()).toMatchObject([{ view: 'other' }, { view: 'tally' }]);
    },
  );

  test('finds nothing after a restart within a batch, or after the response of a commit was lost', async () => {
    const view = new TallyView();
    let failures = 0;
    view.before = async (events, tx) => {
      if (!events.some(isText('cut')) || failures++ > 0) return;
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
    };
    const first = run(view);
    await fold(['a', 'cut', 'b']);
    const { transaction } = database;
    let lost = 0;
    jest.spyOn(database, 'transaction').mockImplementation(async (...args) => {
      const result: unknown = await transaction.apply(database, args);
      if (lost++ === 0) throw cut();
      return result;
    });
    await fold(['c']);
    await eventually('the transaction was repeated', () => lost >= 2);
    await end(first);
    await append(['d']);
    run(view);
    await fold(['e']);
    expect(await look()).toEqual([]);
    expect(await comparisons()).toMatchObject([{ logged: 6, folded: 6 }]);
  });

  test('counts ignored events between the parts of a batch once, even if the response of a commit is lost', async () => {
    const view = Object.assign(new TallyView(), { ignores: isText('ignored') });
    let cuts = 0;
    view.before = async (events, tx) => {
      if (!events.some(isText('bad'))) return;
      cuts++;
      await tx.query('set local statement_timeout = 20; select pg_sleep(60)');
    };
    watch = watching(view);
    await append(['ignored', 'a', 'ignored', 'b', 'ignored'], 'tally-1');
    await append(['ignored', 'bad', 'ignored'], 'tally-2');
    await append(['c', 'ignored', 'd'], 'tally-1');
    const { transaction } = database;
    let lost = 0;
    jest.spyOn(database, 'transaction').mockImplementation(async (...args) => {
      const result: unknown = await transaction.apply(database, args);
      // The first two responses after the batch was cut into parts are lost.
      if (cuts >= 5 && lost++ < 2) throw cut();
      return result;
    });
    run(view, undefined, new FoldRetries(0));
    await fold(['e', 'ignored'], 'tally-1');
    expect((await database.query('select stream from parley.set_aside')).rows).toEqual([
      { stream: 'tally-2' },
    ]);
    expect(lost).toBeGreaterThan(2);
    expect(await look()).toEqual([]);
    expect(await comparisons()).toMatchObject([{ logged: 13, folded: 13 }]);
  });

  test('finds nothing if the response of a separate checkpoint move was lost', async () => {
    const { query } = database;
    let saves = 0;
    jest.spyOn(database, 'query').mockImplementation(async (text: string, values?: unknown[]) => {
      const answer = await query.call(database, text, values);
      if (!text.includes('update parley.view_checkpoint c') || saves++ % 2 === 1) return answer;
      throw cut();
    });
    const view = Object.assign(new TallyView(), { ignores: isText('ignored') });
    watch = watching(view);
    run(view);
    for (let count = 0; count < 3; count++) {
      await fold(['ignored', 'ignored']);
      await fold([count === 1 ? 'folded' : 'ignored']);
    }
    expect(saves).toBeGreaterThan(1);
    expect(await look()).toEqual([]);
    expect(await comparisons()).toMatchObject([{ logged: 9, folded: 9 }]);
  });

  test('finds nothing after a lease moved to another process', async () => {
    const quick = { ttlMs: 800, renewEveryMs: 100 };
    for (const text of ['a', 'b', 'c']) {
      const stop = new AbortController();
      const work = async (lease: Lease) => run(new TallyView(), lease).done;
      const owning = new Leases(database, quick).hold('views', work, stop.signal);
      await fold([text, 'n', 'n']);
      stop.abort();
      await owning;
    }
    expect(await look()).toEqual([]);
    expect(await comparisons()).toMatchObject([{ logged: 9, folded: 9 }]);
  });

  test('restarts its count if a release without tallies moved the checkpoint', async () => {
    run();
    await fold(['a']);
    await look();
    await end(running.pop()!);
    const position = (await append(['b'])).at(-1)!;
    await database.query('update parley.view_checkpoint set position = $1', [position]);
    expect(await look()).toEqual([]);
    run();
    await fold(['c', 'd']);
    expect(await look()).toEqual([]);
    expect(await comparisons()).toMatchObject([{ logged: 3, folded: 3 }]);
  });

  test('takes samples every minute; compares a minute after its start and then every ten minutes', async () => {
    tamper = without(['lost']);
    run();
    await fold(['lost', 'a']);
    let minute = 0;
    watch.now = () => new Date(Date.UTC(2026, 10, 28, 9, minute));
    const [compared, reportedAt]: [number[], number[]] = [[], []];
    const compare = watch.compare.bind(watch);
    jest.spyOn(watch, 'compare').mockImplementation((options) => {
      compared.push(minute);
      return compare(options);
    });
    const lease = {
      signal: new AbortController().signal,
      guard: () => database,
      repeat: async (round: () => Promise<number>) => {
        for (; minute <= 20; minute++) {
          expect(await round()).toBe(60_000);
          if (reported.length > reportedAt.length) reportedAt.push(minute);
        }
      },
    } as unknown as Lease;
    await watch.run(lease);
    expect(compared).toEqual([1, 11]);
    expect(reportedAt).toEqual([1]);
    const { rows } = await database.query('select count(*)::int as samples from parley.view_sample');
    expect(rows).toEqual([{ samples: 1 }]);
  });
});
