import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Sql } from '../database/database';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { LeaseLost, type Lease } from './lease';
import { Lease1763800000000 } from './lease.migration';
import { LeasePool1767590000100 } from './lease-pool.migration';
import { Leases, type LeaseOptions } from './leases';

const quick = { ttlMs: 600, renewEveryMs: 100 };
const names = ['a', 'b', 'c', 'd', 'e'];

let database: TestDatabase;
let processes: Process[];

// These tests provoke failures, and the code logs each.
beforeAll(() => {
  Logger.overrideLogger(false);
});
beforeEach(async () => {
  database = await testDatabase([Lease1763800000000, LeasePool1767590000100]);
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await database.drop();
});

/** One process with its share of the pool `letters`. */
class Process {
  readonly working = new Map<string, Lease>();
  /** Whether the statements of this process never return, as in a frozen process. */
  isFrozen = false;
  /** Aborted work ends once this resolves. */
  mayEnd: Promise<void> = Promise.resolve();
  readonly done: Promise<void>;
  private readonly stopping = new AbortController();

  constructor(
    options: LeaseOptions = {},
    work = (lease: Lease) => this.workUntilToldToStop(lease),
    pool: string[] = names,
  ) {
    const sql: Sql = {
      query: (text, values) => (this.isFrozen ? new Promise(() => undefined) : database.query(text, values)),
    };
    this.done = new Leases(sql, { ...quick, ...options }).share('letters', pool, work, this.stopping.signal);
    this.done.catch(() => undefined);
    processes.push(this);
  }

  get owned(): string[] {
    return [...this.working.keys()].sort();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    if (!this.isFrozen) await this.done.catch(() => undefined);
  }

  private async workUntilToldToStop(lease: Lease): Promise<void> {
    this.working.set(lease.name, lease);
    await new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
    await this.mayEnd;
    if (this.working.get(lease.name) === lease) this.working.delete(lease.name);
  }
}

test('gives all leases to a lone process, and about half to each of two processes', async () => {
  const first = new Process();
  await eventually('the first process owns all leases', () => first.owned.length === 5);
  const second = new Process();
  await eventually('the second process owns two leases', () => second.owned.length === 2);
  expect(first.owned).toHaveLength(3);
  expect([...first.owned, ...second.owned].sort()).toEqual(names);
});

test('releases leases without delay on stop, and the other process takes them', async () => {
  const [first, second] = [new Process(), new Process()];
  await eventually('both processes share the leases', () => first.owned.length + second.owned.length === 5);
  await first.stop();
  await eventually('the second process owns all leases', () => second.owned.length === 5);
});

test('keeps a released lease until the work on it has ended', async () => {
  const first = new Process();
  await eventually('the first process owns all leases', () => first.owned.length === 5);
  let end = () => {};
  first.mayEnd = new Promise((resolve) => (end = resolve));
  const stopped = first.stop();
  const second = new Process();
  const members = async () =>
    (await database.query('select from parley.lease_member where until > now()')).rowCount;
  await eventually('both processes are members', async () => (await members()) === 2);
  const since = Date.now();
  await eventually('two lifetimes of a lease have passed', () => Date.now() - since > 2 * quick.ttlMs);
  expect(second.owned).toEqual([]);
  end();
  await stopped;
  await eventually('the second process owns all leases', () => second.owned.length === 5);
});

test('gives the leases of a frozen process to the others, and rejects transactions under its old fences', async () => {
  const first = new Process();
  await eventually('the first process owns all leases', () => first.owned.length === 5);
  const lease = first.working.get('a')!;
  await database.transaction((tx) => lease.assertOwned(tx));
  first.isFrozen = true;
  const second = new Process();
  await eventually('the second process owns all leases', () => second.owned.length === 5);
  expect(lease.isOwned()).toBe(false);
  await expect(database.transaction((tx) => lease.assertOwned(tx))).rejects.toThrow(LeaseLost);
  const next = second.working.get('a')!;
  expect(Number(next.fence)).toBeGreaterThan(Number(lease.fence));
  await database.transaction((tx) => next.assertOwned(tx));
});

test('prevents a takeover while the owner commits', async () => {
  const first = new Process();
  await eventually('the first process owns all leases', () => first.owned.length === 5);
  const lease = first.working.get('a')!;
  let second: Process | undefined;
  await database.transaction(async (tx) => {
    await lease.assertOwned(tx);
    first.isFrozen = true;
    second = new Process();
    await eventually('the second process owns four leases', () => second!.owned.length === 4);
    expect(second.owned).toEqual(['b', 'c', 'd', 'e']);
  });
  await eventually('the second process owns all leases', () => second!.owned.length === 5);
});

test('takes the lease from an owner that freezes during a commit', async () => {
  const first = new Process();
  await eventually('the first process owns all leases', () => first.owned.length === 5);
  const lease = first.working.get('a')!;
  let second: Process | undefined;
  const commit = database.transaction(async (tx) => {
    await lease.assertOwned(tx);
    first.isFrozen = true;
    second = new Process();
    await eventually('the second process owns all leases', () => second!.owned.length === 5);
    await tx.query('select 1');
  });
  await expect(commit).rejects.toThrow();
});

test('stops the work in time while the database is down, and continues once it is up again', async () => {
  const first = new Process();
  await eventually('the first process owns all leases', () => first.owned.length === 5);
  const fence = first.working.get('a')!.fence;
  const query = jest.spyOn(database, 'query').mockRejectedValue(new Error('Connection terminated'));
  await eventually('the process owns no lease', () => first.owned.length === 0);
  query.mockRestore();
  await eventually('the process owns all leases again', () => first.owned.length === 5);
  expect(Number(first.working.get('a')!.fence)).toBeGreaterThan(Number(fence));
});

test('takes over its own leases without delay after a restart under the same name', async () => {
  const slow = { owner: 'only', ttlMs: 3_600_000 };
  const first = new Process(slow);
  await eventually('the first process owns all leases', () => first.owned.length === 5);
  first.isFrozen = true;
  const second = new Process(slow);
  await eventually('the second process owns all leases', () => second.owned.length === 5);
  const [before, after] = [first, second].map((one) => one.working.get('a')!);
  await expect(database.transaction((tx) => before!.assertOwned(tx))).rejects.toThrow(LeaseLost);
  await database.transaction((tx) => after!.assertOwned(tx));
});

test('does not restart work that ends by itself', async () => {
  let begun = 0;
  const first = new Process({}, () => Promise.resolve(void begun++), ['a']);
  await eventually('the work has begun', () => begun === 1);
  const renewed = async () => {
    const { rows } = await database.query<{ until: Date }>('select until from parley.lease_member');
    return rows[0]?.until.getTime() ?? 0;
  };
  const seen = await renewed();
  await eventually(
    'the lease is renewed three times',
    async () => (await renewed()) > seen + 3 * quick.renewEveryMs,
  );
  await first.stop();
  expect(begun).toBe(1);
});

test('repeats rounds while the lease is owned, and failing ones after a pause', async () => {
  const said: unknown[] = [];
  let rounds = 0;
  const round = () => (++rounds % 2 === 0 ? Promise.reject(new Error('away')) : Promise.resolve(0));
  const process = new Process({}, (lease) => lease.repeat(round, (error) => said.push(error)), ['a']);
  await eventually('four rounds have begun', () => rounds >= 4);
  await process.stop();
  const atTheEnd = rounds;
  expect(said.map(String)).toEqual(Array.from({ length: Math.floor(rounds / 2) }, () => 'Error: away'));
  await new Process({}, undefined, ['a']).stop();
  expect(rounds).toBe(atTheEnd);
});

test('retries without an error while tables are being created', async () => {
  const said: unknown[] = [];
  let rounds = 0;
  const round = async () => {
    if (++rounds < 3) await database.query('select from not_there_yet');
    return 60_000;
  };
  const process = new Process({}, (lease) => lease.repeat(round, (error) => said.push(error)), ['a']);
  await eventually('three rounds have begun', () => rounds === 3);
  await process.stop();
  expect(said).toEqual([]);
});

test('ends the rounds after a round that finds the lease lost', async () => {
  const said: unknown[] = [];
  let begun = 0;
  const round = () => (begun++ === 0 ? Promise.reject(new LeaseLost('away')) : Promise.resolve(60_000));
  new Process({}, (lease) => lease.repeat(round, (error) => said.push(error)), ['a']);
  await eventually('the second round has begun', () => begun === 2);
  expect(said).toEqual([]);
});

test('`share` fails if work fails, but not if the work lost its lease', async () => {
  const failing = new Process({}, () => Promise.reject(new TypeError('A bug.')), ['a']);
  await expect(failing.done).rejects.toThrow('A bug.');
  let begun = 0;
  new Process({}, () => (begun++ === 0 ? Promise.reject(new LeaseLost()) : Promise.resolve()), ['a']);
  await eventually('the work has begun again', () => begun === 2);
});

test('renews and takes over leases while another login holds the advisory lock of their pool', async () => {
  await database.transaction(async (other) => {
    await other.query(`select pg_advisory_lock(hashtextextended('lease letters', 0))`);
    const one = new Process();
    await eventually('the first process owns all leases', () => one.owned.length === names.length);
    const held = [...one.working.values()].map(({ fence }) => fence);
    await pause(2 * quick.ttlMs);
    expect([...one.working.values()].map(({ fence }) => fence)).toEqual(held);
    const two = new Process();
    await eventually('the second process owns a lease', () => two.owned.length > 0);
    await other.query('select pg_advisory_unlock_all()');
  });
  const { rows } = await database.query<{ definition: string }>(
    `select pg_get_functiondef('parley.renew_leases'::regproc) as definition`,
  );
  expect(rows[0]!.definition).not.toContain('advisory');
});
