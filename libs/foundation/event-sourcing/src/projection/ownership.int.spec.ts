import { Logger } from '@nestjs/common';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { Leases } from '@parley/platform/lease/leases';
import { TallyView } from '@parley/testing/event-sourcing/tally-view';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import type { Reaction } from '../reaction/reaction';
import { ReactionRunner } from '../reaction/reaction-runner';
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

const customerId = 'customer-of-the-suite';
const quick = { ttlMs: 800, renewEveryMs: 100 };

let database: TestDatabase;
let store: PostgresEventStore;
let views: PostgresViews;
let processes: Process[];

// The tests lose ownership on purpose, which is logged each time.
beforeAll(() => {
  Logger.overrideLogger(false);
});
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
  processes = [];
});
afterEach(async () => {
  for (const one of processes) await one.end();
  await store.close();
  await database.drop();
});

/**
 * A process of which the test can stop the renewal of leases. Its other statements continue, which is the worst case.
 */
class Process {
  readonly database = database.openElsewhere();
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];
  private thaw = () => {};
  private frozen: Promise<void> | undefined;

  constructor() {
    processes.push(this);
  }

  freeze(): void {
    this.frozen = new Promise((resolve) => (this.thaw = resolve));
  }

  wake(): void {
    this.frozen = undefined;
    this.thaw();
  }

  project(view = new TallyView()): ProjectionRunner {
    const runner = new ProjectionRunner(store, this.database, view, new PostgresViews(this.database));
    this.own(view.name, (signal, lease) => runner.run(signal, lease));
    return runner;
  }

  react(react: Reaction['react']): ReactionRunner {
    const reaction = { name: 'echo', prefixes: ['tally-'], react };
    const runner = new ReactionRunner(store, this.database, reaction, { backoff: () => 1 });
    this.own('echo', (signal, lease) => runner.run(signal, lease));
    return runner;
  }

  async stop(): Promise<void> {
    this.wake();
    this.stopping.abort();
    await Promise.all(this.running);
  }

  async end(): Promise<void> {
    await this.stop();
    await this.database.close();
  }

  private own(name: string, run: (...args: Parameters<ProjectionRunner['run']>) => Promise<void>): void {
    const leases = new Leases(
      {
        query: async (text, values) => {
          if (text.includes('renew_leases')) await this.frozen;
          return database.query(text, values);
        },
      },
      quick,
    );
    this.running.push(leases.hold(name, (lease) => run(lease.signal, lease), this.stopping.signal));
  }
}

async function append(stream: string): Promise<string> {
  const { position } = await store.append(stream, [noted('n')], { expected: 'any', customerId });
  return position;
}

async function versions(): Promise<number[]> {
  const { rows } = await database.query<{ versions: number[] }>('select versions from tally.tally');
  return rows[0]?.versions ?? [];
}

/** A gate within the work of a view or reaction: `reached` resolves once the work waits at it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const pass = () => {
    reach();
    return opened;
  };
  return { open, reached, pass };
}

test('one of two processes folds a view; the other stands by and takes over when the first stops', async () => {
  const [first, second] = [new Process(), new Process()];
  const owner = first.project();
  expect(await views.waitFor('tally', await append('tally-a'), 10_000)).toBe(true);
  const bystander = second.project();
  expect(await views.waitFor('tally', await append('tally-a'), 10_000)).toBe(true);
  expect(bystander.status().state).toBe('starting');
  await first.stop();
  expect(owner.status().state).toBe('standing-by');
  expect(await views.waitFor('tally', await append('tally-a'), 10_000)).toBe(true);
  expect(await versions()).toEqual([0, 1, 2]);
});

test('a process takes over a view whose owner froze within a batch, and the old owner never commits that batch', async () => {
  const { open, reached, pass } = gate();
  const view = new TallyView();
  view.before = () => pass();
  const first = new Process();
  const frozen = first.project(view);
  const position = await append('tally-a');
  await reached;
  first.freeze();
  new Process().project();
  expect(await views.waitFor('tally', position, 20_000)).toBe(true);
  open();
  const later = await append('tally-a');
  expect(await views.waitFor('tally', later, 20_000)).toBe(true);
  first.wake();
  await first.stop();
  expect(frozen.status()).toMatchObject({ state: 'standing-by' });
  expect(await versions()).toEqual([0, 1]);
});

test('an owner that froze between two batches commits nothing once it wakes', async () => {
  const first = new Process();
  const frozen = first.project();
  expect(await views.waitFor('tally', await append('tally-a'), 10_000)).toBe(true);
  first.freeze();
  const second = new Process();
  const { open, reached, pass } = gate();
  const view = new TallyView();
  view.before = () => pass();
  const taker = second.project(view);
  // The frozen process only stopped renewing, so it may fold these events until the other process is the owner.
  while (taker.status().state === 'starting') await append('tally-b');
  const position = await append('tally-a');
  await reached;
  expect(frozen.status().state).toBe('standing-by');
  open();
  expect(await views.waitFor('tally', position, 20_000)).toBe(true);
  const { rows } = await database.query<{ versions: number[] }>('select versions from tally.tally');
  for (const { versions } of rows) expect(versions).toEqual(versions.map((_, index) => index));
});

test('a reaction has one owner, and the next owner repeats unfinished work', async () => {
  const first = new Process();
  const { open, reached, pass } = gate();
  const frozen = first.react(pass);
  while (frozen.status().state === 'starting') await new Promise(setImmediate);
  await append('tally-a');
  await reached;
  first.freeze();
  let saw = () => {};
  const seen = new Promise<void>((resolve) => (saw = resolve));
  const next = new Process().react(() => Promise.resolve(saw()));
  await seen;
  const head = await append('tally-a');
  const saved = async () =>
    (await database.query<{ position: string }>('select position from parley.reaction_checkpoint')).rows[0]
      ?.position;
  while ((await saved()) !== head) await new Promise(setImmediate);
  expect(next.status().position).toBe(head);
  open();
  first.wake();
  await first.stop();
  expect(frozen.status().state).toBe('standing-by');
  expect(await saved()).toBe(head);
});
