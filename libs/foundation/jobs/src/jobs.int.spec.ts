import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Registry } from 'prom-client';
import { CodedError } from '@parley/contracts/api/coded-error';
import { isActive, type Job } from '@parley/contracts/api/jobs';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import { Leases } from '@parley/platform/lease/leases';
import { LeaseLost, type Lease } from '@parley/platform/lease/lease';
import { Lease1763800000000 } from '@parley/platform/lease/lease.migration';
import { listen } from '@parley/platform/database/notifications';
import type { Principal } from '@parley/platform/http/principal';
import { LocalStorage } from '@parley/platform/storage/local-storage';
import type { Storage } from '@parley/platform/storage/storage';
import { Assembly, LIVE_CHANNEL } from '@parley/realtime/pieces';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { Job1765200000000 } from './job.migration';
import { registerJobs } from './job-metrics';
import { MAX_TRIES } from './job-runner';
import { MAX_ACTIVE, type NewJob } from './jobs';
import { JobWorkshop, lost, owned } from './testing/job-workshop';

let database: TestDatabase;
let storage: Storage;
let folder: string;
let kind: Copying;
let workshop: JobWorkshop;

/** Copies numbers and records its work for the tests. */
class Copying implements JobKind {
  readonly name: string = 'copy';
  readonly batch = 10;
  readonly keptDays = 7;
  readonly overseenBy = 'manager' as const;
  /** Ids of items, once for each time that they were worked on. */
  readonly worked: string[] = [];
  readonly byCustomer: string[] = [];
  /** Runs before each batch. */
  before: (job: RunningJob, items: RunningItem[]) => Promise<void> | void = () => undefined;
  outcomeOf: (item: RunningItem) => ItemOutcome = () => ({ result: 'done' });

  async process(job: RunningJob, items: RunningItem[]): Promise<ItemOutcome[]> {
    await this.before(job, items);
    this.worked.push(...items.map(({ id }) => id));
    this.byCustomer.push(job.customerId);
    return items.map(this.outcomeOf);
  }

  async namesOf(_: Principal, keys: string[]): Promise<Map<string, string>> {
    return new Map(keys.filter((key) => key !== 'item 2').map((key) => [key, `the ${key}`]));
  }
}

beforeAll(() => {
  Logger.overrideLogger(false);
});
beforeEach(async () => {
  database = await testDatabase([Lease1763800000000, Job1765200000000]);
  folder = mkdtempSync(join(tmpdir(), 'parley-jobs-'));
  storage = new LocalStorage(folder, Buffer.alloc(32));
  kind = new Copying();
  workshop = new JobWorkshop(database, [kind], storage);
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const mia = person('manager');

function person(role: Principal['role'], customerId: string = randomUUID()): Principal {
  return { customerId, userId: randomUUID(), role, can: () => true };
}

/** Items `item 1` to `item <count>`. */
function items(count: number): NewJob['items'] {
  const text = `select 'item ' || n as key, jsonb_build_object('n', n) as payload
                  from generate_series(1, $1::int) n order by n`;
  return { text, values: [count] };
}

function newJob(changes: Partial<NewJob> = {}, { customerId, userId } = mia): NewJob {
  const id = randomUUID();
  return { id, kind: 'copy', customerId, userId, params: {}, about: {}, items: items(25), ...changes };
}

async function begin(changes: Partial<NewJob> = {}, by = mia): Promise<Job> {
  return (await workshop.jobs.begin(newJob(changes, by)))!;
}

const find = ({ id }: Job, viewer = mia) => workshop.jobs.find(viewer, id);
const rowsOf = async (statement: string) => (await database.query<Record<string, unknown>>(statement)).rows;

describe('a job', () => {
  it('a job is worked on in batches, in order, and ends with the result of each item', async () => {
    kind.outcomeOf = ({ payload }) => {
      const { n } = payload as { n: number };
      if (n === 2) return { result: 'failed', code: 'not_found' };
      return n === 3 ? { result: 'skipped', code: 'assignment_changed' } : { result: 'done' };
    };
    const job = await begin();
    expect(job).toMatchObject({ state: 'waiting', isCounted: true, total: 25, done: 0, startedAt: null });
    await workshop.runner().turn(owned);
    expect(await find(job)).toMatchObject({
      state: 'running',
      done: 8,
      skipped: 1,
      failed: 1,
      endedAt: null,
    });
    await workshop.runToEnd();
    expect(await find(job)).toMatchObject({ state: 'done', done: 23, skipped: 1, failed: 1, code: null });
    expect(new Set(kind.worked).size).toBe(25);
    expect(kind.worked).toHaveLength(25);
    const result = 'failed';
    expect(await workshop.jobs.items(mia, job.id, { result })).toEqual({
      data: [{ position: 2, key: 'item 2', name: null, result, code: 'not_found' }],
      next: null,
    });
    expect((await workshop.jobs.items(mia, job.id, { result: 'skipped' })).data).toMatchObject([
      { name: 'the item 3', code: 'assignment_changed' },
    ]);
    expect((await workshop.jobs.items(mia, job.id, {})).data.map(({ position }) => position)).toEqual([2, 3]);
  });

  it('a job without items is done immediately', async () => {
    const job = await begin({ items: items(0) });
    await workshop.runToEnd();
    expect(await find(job)).toMatchObject({ state: 'done', total: 0 });
  });

  it('a job begins once if many concurrent requests have its id', async () => {
    const asked = newJob({ slot: 'one' });
    const begun = await Promise.all(Array.from({ length: 64 }, () => workshop.jobs.begin(asked)));
    expect(new Set(begun.map((job) => job?.id))).toEqual(new Set([asked.id]));
    expect(await rowsOf('select count(*)::int as jobs from parley.job')).toEqual([{ jobs: 1 }]);
    expect(await rowsOf('select count(*)::int as items from parley.job_item')).toEqual([{ items: 25 }]);
  });

  it('a job excludes other jobs of its user from its slot until it ends, but not jobs of other users', async () => {
    const job = await begin({ slot: 'one' });
    expect(await workshop.jobs.begin(newJob({ slot: 'one' }))).toBeNull();
    expect(
      await workshop.jobs.begin(newJob({ slot: 'one' }, person('manager', mia.customerId))),
    ).not.toBeNull();
    await workshop.jobs.cancel(mia, job.id);
    expect(await workshop.jobs.begin(newJob({ slot: 'one' }))).not.toBeNull();
  });

  it('a job is refused if too many jobs are active or it has too many items', async () => {
    await database.query(
      `insert into parley.job (id, customer_id, kind, user_id, params, about, file_path)
       select gen_random_uuid(), $1, 'copy', $2, '{}', '{}', 'path' from generate_series(1, ${MAX_ACTIVE})`,
      [mia.customerId, mia.userId],
    );
    await expect(begin()).rejects.toMatchObject({ code: 'too_many_jobs' });
    expect(await begin({}, person('manager'))).toMatchObject({ total: 25 });
    workshop.jobs.mostItems = 30;
    const tooMany = begin({ items: items(31) }, person('manager'));
    await expect(tooMany).rejects.toMatchObject({ code: 'job_too_large' });
    expect(await rowsOf('select count(*)::int as items from parley.job_item')).toEqual([{ items: 25 }]);
  });
});

describe('items that are found step by step', () => {
  beforeEach(() => {
    kind = new Finding();
    workshop = new JobWorkshop(database, [kind], storage);
  });

  /** Finds 25 items, ten at a time. */
  class Finding extends Copying {
    async find(_: RunningJob, after: unknown) {
      const from = (after as number | null) ?? 0;
      const to = Math.min(from + 10, 25);
      const found = Array.from({ length: to - from }, (__, n) => ({ key: `item ${from + n + 1}` }));
      return { items: found, next: to < 25 ? to : null };
    }
  }

  it('all items are found once before the first is worked on, also after a crash', async () => {
    const job = await begin({ items: undefined });
    expect(job).toMatchObject({ isCounted: false, total: 0 });
    await workshop.runner().turn(owned);
    await expect(workshop.runner().turn(lost)).rejects.toThrow(LeaseLost);
    expect(await find(job)).toMatchObject({ state: 'running', isCounted: false, total: 10 });
    await workshop.runToEnd();
    expect(await find(job)).toMatchObject({ state: 'done', isCounted: true, total: 25, done: 25 });
    expect(new Set(kind.worked).size).toBe(25);
  });
});

describe('a process that dies', () => {
  it('a batch is repeated under the same ids after a crash before its commit; no item is lost or takes effect twice', async () => {
    const job = await begin();
    await workshop.runner().turn(owned);
    await expect(workshop.runner().turn(lost)).rejects.toThrow(LeaseLost);
    expect(await find(job)).toMatchObject({ state: 'running', done: 10 });
    await workshop.runToEnd();
    expect(await find(job)).toMatchObject({ state: 'done', done: 25 });
    expect(kind.worked.slice(10, 20)).toEqual(kind.worked.slice(20, 30));
    expect(new Set(kind.worked).size).toBe(25);
    expect(kind.worked).toHaveLength(35);
  });

  it('a process that wakes up after it has lost its lease cannot record its step', async () => {
    const job = await begin();
    const stop = new AbortController();
    const asleep = new Promise<Lease>((resolve) => {
      void new Leases(database, { ttlMs: 500, renewEveryMs: 100 }).hold(
        'jobs',
        async (lease) => resolve(lease),
        stop.signal,
      );
    });
    const lease = await asleep;
    // Another process has taken over since.
    await database.query(`update parley.lease set fence = fence + 1 where pool = 'jobs'`);
    await expect(workshop.runner().turn(lease)).rejects.toThrow(LeaseLost);
    stop.abort();
    expect(await find(job)).toMatchObject({ state: 'waiting', done: 0 });
    await workshop.runToEnd();
    expect(await find(job)).toMatchObject({ state: 'done', done: 25 });
  });

  it('a process does not count items that its successor has counted', async () => {
    const job = await begin({ items: items(5) });
    // A second process works on the same batch and records it first.
    kind.before = async () => {
      kind.before = () => undefined;
      await workshop.runner().turn(owned);
    };
    await workshop.runner().turn(owned);
    expect(await find(job)).toMatchObject({ done: 5 });
  });

  it('a process that is stopped regularly has time to record its batch', async () => {
    const job = await begin({ items: items(5) });
    const stop = new AbortController();
    kind.before = () => stop.abort();
    const leaving = Object.assign(Object.create(owned) as Lease, { signal: stop.signal });
    await workshop.runner().turn(leaving);
    expect(await find(job)).toMatchObject({ done: 5 });
  });
});

describe('organisations', () => {
  it('organisations take turns, so that a large job of one does not delay a small job of another', async () => {
    const other = person('manager');
    const large = await begin({ items: items(500) });
    const second = await begin({ items: items(500) });
    const small = await begin({ items: items(10) }, other);
    const runner = workshop.runner();
    for (let turn = 1; turn <= 4; turn++) await runner.turn(owned);
    expect(await find(small, other)).toMatchObject({ state: 'done', done: 10 });
    expect((await find(large)).done + (await find(second)).done).toBe(20);
    expect(kind.byCustomer.filter((id) => id === other.customerId)).toHaveLength(1);
  });

  it('the jobs of one organisation take turns', async () => {
    const [large, small] = [await begin({ items: items(500) }), await begin({ items: items(10) })];
    const runner = workshop.runner();
    for (let turn = 1; turn <= 4; turn++) await runner.turn(owned);
    expect(await find(small)).toMatchObject({ state: 'done' });
    expect(await find(large)).toMatchObject({ state: 'running', done: 20 });
  });
});

describe('a kind that throws', () => {
  const retryNow = () => database.query('update parley.job set retry_at = null');

  it('a step that throws is retried, and finally only its job fails, with the code of the error', async () => {
    const other = person('manager');
    const [bad, good] = [await begin(), await begin({}, other)];
    let tries = 0;
    kind.before = ({ id }) => {
      if (id !== bad.id) return;
      tries++;
      throw new CodedError('channel_gone');
    };
    while (isActive(await find(bad))) {
      await retryNow();
      await workshop.runToEnd();
    }
    expect(tries).toBe(MAX_TRIES);
    expect(await find(bad)).toMatchObject({ state: 'failed', code: 'channel_gone', done: 0 });
    expect(await find(good, other)).toMatchObject({ state: 'done', done: 25 });
  });

  it('a job continues at the failed step once the step succeeds', async () => {
    const job = await begin();
    let fails = MAX_TRIES - 1;
    kind.before = () => {
      if (fails-- > 0) throw new Error('broken');
    };
    while (isActive(await find(job))) {
      await retryNow();
      await workshop.runToEnd();
    }
    expect(await find(job)).toMatchObject({ state: 'done', done: 25, code: null });
  });

  it('a step is retried without a limit while its error is temporary', async () => {
    const job = await begin();
    let fails = MAX_TRIES * 2;
    kind.before = () => {
      if (fails-- > 0) throw new CodedError('unavailable');
    };
    while (isActive(await find(job))) {
      await retryNow();
      await workshop.runToEnd();
    }
    expect(await find(job)).toMatchObject({ state: 'done', done: 25 });
  });

  it('a job fails if the transactions of its step are aborted repeatedly', async () => {
    const job = await begin();
    let tries = 0;
    kind.before = () => {
      tries++;
      throw Object.assign(new Error('invalid page in block 3'), { code: 'XX001' });
    };
    while (isActive(await find(job)) && tries < 100) {
      await retryNow();
      await workshop.runToEnd();
    }
    expect(tries).toBe(10);
    expect(await find(job)).toMatchObject({ state: 'failed', code: 'internal' });
  });

  it('a job has all its tries left after temporary errors', async () => {
    const job = await begin();
    let fails = 0;
    kind.before = () => {
      fails++;
      if (fails <= MAX_TRIES) throw new CodedError('unavailable');
      if (fails < MAX_TRIES * 2) throw new CodedError('channel_gone');
    };
    while (isActive(await find(job))) {
      await retryNow();
      await workshop.runToEnd();
    }
    expect(await find(job)).toMatchObject({ state: 'done', done: 25 });
  });

  it('a step is retried while a table is missing, and its job fails after an hour', async () => {
    const job = await begin();
    const runner = workshop.runner();
    kind.before = async () => void (await database.query('select from parley.not_there_yet'));
    const failAgain = async () => {
      for (let round = 0; round < MAX_TRIES; round++) {
        await retryNow();
        await runner.turn(owned);
      }
    };
    await failAgain();
    await failAgain();
    expect(await find(job)).toMatchObject({ state: 'waiting' });
    const anHourOn = performance.now() + 61 * 60_000;
    const clock = jest.spyOn(performance, 'now').mockReturnValue(anHourOn);
    await failAgain();
    clock.mockRestore();
    expect(await find(job)).toMatchObject({ state: 'failed', code: 'internal' });
  });

  it('a job fails if the database refuses its result, and other jobs of the organisation continue', async () => {
    const [bad, good] = [await begin(), await begin()];
    kind.before = ({ id }) => {
      kind.outcomeOf = () => (id === bad.id ? { result: 'failed', code: 'nul \0' } : { result: 'done' });
    };
    for (let round = 0; round < MAX_TRIES; round++) {
      await retryNow();
      await workshop.runToEnd();
    }
    expect(await find(bad)).toMatchObject({ state: 'failed', code: 'internal', failed: 0 });
    expect(await find(good)).toMatchObject({ state: 'done', done: 25 });
  });

  it('a job fails as internal if the database refuses the code of its error', async () => {
    const job = await begin();
    kind.before = () => {
      throw new CodedError('nul \0');
    };
    for (let round = 0; round < MAX_TRIES; round++) {
      await retryNow();
      await workshop.runToEnd();
    }
    expect(await find(job)).toMatchObject({ state: 'failed', code: 'internal' });
  });

  it('a job fails as internal after an unexpected error, whose message is not shown', async () => {
    const job = await begin();
    kind.before = () => {
      throw new Error('password of the database');
    };
    while (isActive(await find(job))) {
      await retryNow();
      await workshop.runToEnd();
    }
    expect(await find(job)).toMatchObject({ state: 'failed', code: 'internal' });
    expect(JSON.stringify(await find(job))).not.toContain('password');
  });
});

describe('cancel', () => {
  it('cancelling stops a job and keeps completed items, including the running batch', async () => {
    const job = await begin();
    await workshop.runner().turn(owned);
    kind.before = async () => void (await workshop.jobs.cancel(mia, job.id));
    await workshop.runToEnd();
    expect(await find(job)).toMatchObject({ state: 'cancelled', total: 25, done: 20 });
    expect(await workshop.jobs.cancel(mia, job.id)).toMatchObject({ state: 'cancelled', done: 20 });
    await workshop.runToEnd();
    expect(kind.worked).toHaveLength(20);
  });

  it('cancelling prevents a waiting job from being worked on', async () => {
    const other = person('manager');
    const [mine, others] = [await begin(), await begin({}, other)];
    const runner = workshop.runner();
    await runner.turn(owned);
    const isMine = kind.byCustomer[0] === mia.customerId;
    await (isMine ? workshop.jobs.cancel(other, others.id) : workshop.jobs.cancel(mia, mine.id));
    while (await runner.turn(owned));
    expect(kind.worked).toHaveLength(25);
    const cancelled = isMine ? await find(others, other) : await find(mine);
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 0 });
  });

  it('cancelling changes nothing after the end of a job', async () => {
    const job = await begin();
    await workshop.runToEnd();
    expect(await workshop.jobs.cancel(mia, job.id)).toMatchObject({ state: 'done', done: 25 });
  });
});

describe('access to a job', () => {
  it('access is limited to the user who began the job and to roles that oversee its kind, in the same organisation', async () => {
    const agent = person('user', mia.customerId);
    const colleague = person('user', mia.customerId);
    const stranger = person('admin');
    const job = await begin({}, agent);
    for (const viewer of [agent, mia]) {
      expect((await workshop.jobs.list(viewer, {})).data).toMatchObject([{ id: job.id }]);
      expect(await find(job, viewer)).toMatchObject({ id: job.id });
    }
    for (const viewer of [colleague, stranger]) {
      expect((await workshop.jobs.list(viewer, {})).data).toEqual([]);
      await expect(find(job, viewer)).rejects.toThrow(NotFound);
      await expect(workshop.jobs.items(viewer, job.id, { result: 'failed' })).rejects.toThrow(NotFound);
      await expect(workshop.jobs.cancel(viewer, job.id)).rejects.toThrow(NotFound);
      await expect(workshop.jobs.file(viewer, job.id)).rejects.toThrow(NotFound);
      await expect(workshop.jobs.putAway(viewer, job.id)).rejects.toThrow(NotFound);
    }
    expect(await find(job, agent)).toMatchObject({ state: 'waiting' });
    expect(await workshop.jobs.cancel(mia, job.id)).toMatchObject({ state: 'cancelled' });
    await expect(workshop.jobs.putAway(mia, job.id)).rejects.toThrow(NotFound);
  });

  it('an ended job is listed as unseen until the user puts it away', async () => {
    const job = await begin();
    const unseen = async () => (await workshop.jobs.list(mia, { unseen: 'true' })).data.map(({ id }) => id);
    await workshop.jobs.putAway(mia, job.id);
    expect(await unseen()).toEqual([job.id]);
    await workshop.runToEnd();
    expect(await unseen()).toEqual([job.id]);
    await workshop.jobs.putAway(mia, job.id);
    expect(await unseen()).toEqual([]);
    expect((await workshop.jobs.list(mia, { kind: 'copy' })).data).toHaveLength(1);
    expect((await workshop.jobs.list(mia, { kind: 'other' })).data).toEqual([]);
    // Other users see only their own jobs as unseen.
    expect((await workshop.jobs.list(person('admin', mia.customerId), { unseen: 'true' })).data).toEqual([]);
  });

  it('pages through jobs and items', async () => {
    await database.query(
      `insert into parley.job (id, customer_id, kind, user_id, params, about, file_path, state, created_at)
       select gen_random_uuid(), $1, 'copy', $2, '{}', '{}', 'path', 'done', now() - n / 2 * interval '1 hour'
         from generate_series(1, 120) n`,
      [mia.customerId, mia.userId],
    );
    const seen: string[] = [];
    for (let before: string | undefined, more = true; more;) {
      const { data, next } = await workshop.jobs.list(mia, { before });
      seen.push(...data.map(({ id }) => id));
      [before, more] = [next ?? undefined, next !== null];
    }
    expect(new Set(seen).size).toBe(120);
    kind.outcomeOf = () => ({ result: 'failed', code: 'not_found' });
    const job = await begin({ items: items(120) });
    await workshop.runToEnd();
    const positions: number[] = [];
    for (let after = 0, more = true; more;) {
      const { data, next } = await workshop.jobs.items(mia, job.id, { result: 'failed', after });
      positions.push(...data.map(({ position }) => position));
      [after, more] = [next ?? 0, next !== null];
    }
    expect(positions).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
  });
});

it('uses an index to find the few items that were not done, also in a prepared statement', async () => {
  const job = await begin({ items: items(20_000) });
  await database.query(
    `update parley.job_item set code = 'not_found', result = case position % 2000 when 0 then 'failed' when 1 then 'skipped' else 'done' end`,
  );
  await database.query('analyze parley.job_item');
  const query = jest.spyOn(database, 'query');
  expect((await workshop.jobs.items(mia, job.id, { result: 'failed' })).data).toHaveLength(10);
  const { data } = await workshop.jobs.items(mia, job.id, { after: 2_000 });
  expect(data.map(({ position }) => position)).toEqual(
    Array.from({ length: 9 }, (_, n) => [2_001 + n * 2_000, 4_000 + n * 2_000]).flat(),
  );
  const asked = query.mock.calls.filter(([text]) => text.includes('job_item'));
  expect(asked).toHaveLength(2);
  for (const [n, [text]] of asked.entries()) {
    const plan = await database.transaction(async (tx) => {
      await tx.query('set local plan_cache_mode = force_generic_plan');
      await tx.query(`prepare listed_${n} as ${text}`);
      const { rows } = await tx.query(`explain (format json) execute listed_${n} ('${job.id}', 0)`);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('job_item_not_done');
    expect(plan).not.toContain('job_item_pkey');
    expect(plan).not.toContain('Seq Scan');
  }
});

describe('a file', () => {
  class Exporting extends Copying {
    async finish(_: RunningJob, path: string) {
      await storage.put(path, Buffer.from('a,b'), 'text/csv');
      return { name: 'all.csv', contentType: 'text/csv' };
    }
  }
  const files = async () => {
    const found: string[] = [];
    for await (const { path } of storage.list()) found.push(path);
    return found;
  };
  beforeEach(() => {
    kind = new Exporting();
    workshop = new JobWorkshop(database, [kind], storage);
  });

  it('a file of a job can be opened until it expires, and exists once however often it is made', async () => {
    const job = await begin({ items: items(1) });
    await workshop.runner().turn(owned);
    await expect(workshop.jobs.file(mia, job.id)).rejects.toThrow(NotFound);
    await expect(workshop.runner().turn(lost)).rejects.toThrow(LeaseLost);
    await workshop.runToEnd();
    expect(await files()).toHaveLength(1);
    expect(await find(job)).toMatchObject({ file: { name: 'all.csv' } });
    expect((await workshop.jobs.file(mia, job.id)).url).toContain((await files())[0]);
    await database.query(`update parley.job set expires_at = now() - interval '1 second'`);
    await expect(workshop.jobs.file(mia, job.id)).rejects.toThrow(NotFound);
  });

  it('the file and all items of an expired job are deleted with it, and no others', async () => {
    const [old, young] = [await begin({ items: items(12) }), await begin({ items: items(3) })];
    await workshop.runToEnd();
    await database.query(`update parley.job set expires_at = now() - interval '1 second' where id = $1`, [
      old.id,
    ]);
    const runner = workshop.runner();
    while (await runner.sweep(owned));
    await expect(find(old)).rejects.toThrow(NotFound);
    expect(await find(young)).toMatchObject({ done: 3 });
    expect(await rowsOf('select count(*)::int as items from parley.job_item')).toEqual([{ items: 3 }]);
    expect(await files()).toHaveLength(1);
  });
});

it('notifies the user of progress at most every 250 ms, and always of the end', async () => {
  const told: { to: { userId: string }; payload: Job }[] = [];
  const pieces = new Assembly();
  const stop = new AbortController();
  let listening!: () => void;
  const isListening = new Promise<void>((resolve) => (listening = resolve));
  const hearing = listen(
    database,
    LIVE_CHANNEL,
    {
      onNotification: (payload) => {
        const whole = pieces.add(payload) as { message: { message: (typeof told)[number] } } | null;
        if (whole) told.push(whole.message.message);
      },
      onListening: () => listening(),
    },
    stop.signal,
  );
  await isListening;
  const begun = performance.now();
  const job = await begin({ items: items(2_000) });
  const runner = workshop.runner();
  while (await runner.turn(owned));
  const most = 3 + (performance.now() - begun) / 250;
  while (told.at(-1)?.payload.state !== 'done') await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await hearing;
  expect(told.every(({ to, payload }) => to.userId === mia.userId && payload.id === job.id)).toBe(true);
  expect(told.at(-1)?.payload).toMatchObject({ state: 'done', done: 2_000 });
  expect(told.length).toBeLessThanOrEqual(most);
});

it('shows operators the numbers of waiting, running and failed jobs and the age of the oldest', async () => {
  const registry = new Registry();
  registerJobs(registry, database);
  await begin();
  const job = await begin();
  await database.query(`update parley.job set state = 'failed', ended_at = now() where id = $1`, [job.id]);
  await database.query(`update parley.job set created_at = now() - interval '1 hour'`);
  const metrics = await registry.metrics();
  expect(metrics).toContain('parley_jobs_waiting{kind="copy"} 1');
  expect(metrics).toContain('parley_jobs_running{kind="copy"} 0');
  expect(metrics).toContain('parley_jobs_failed{kind="copy"} 1');
  expect(metrics).toMatch(/parley_jobs_oldest_seconds\{kind="copy"\} 36\d\d/);
});
