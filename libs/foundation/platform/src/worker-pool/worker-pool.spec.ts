import { join } from 'node:path';
import { processMetrics } from '../telemetry/metrics';
import { taskOf } from './task';
import { WorkerPool, type WorkerPoolLimits } from './worker-pool';

const sample = taskOf<typeof import('./testing/sample.tasks')>(join(__dirname, 'testing', 'sample.tasks'));
const [echo, fail, exit] = [sample('echo', 20_000), sample('fail', 20_000), sample('exit', 20_000)];
const [spin, spinBriefly] = [sample('spin', 60_000), sample('spin', 50)];
const pools: WorkerPool[] = [];

function poolOf(limits: Partial<WorkerPoolLimits> = {}): WorkerPool {
  const pool = new WorkerPool({ threads: 2, ...limits });
  pools.push(pool);
  return pool;
}

const signal = () => new Int32Array(new SharedArrayBuffer(4));
const set = (release: Int32Array) => Atomics.store(release, 0, 1);

afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.onApplicationShutdown())));

test('runs a task in a thread', async () => {
  expect(await poolOf().run(echo, 'a', 'ana')).toEqual({ input: 'a', isMainThread: false });
});

test('fails a task that exceeds its time with a code, and runs the next one', async () => {
  const pool = poolOf();
  await expect(pool.run(spinBriefly, null, 'ana')).rejects.toMatchObject({
    code: 'too_complex',
    reason: 'time',
  });
  expect(await pool.run(echo, 'b', 'ana')).toMatchObject({ input: 'b' });
});

test('fails a task that exceeds its memory with a code, and runs the next one', async () => {
  const pool = poolOf({ memoryMb: 40 });
  const allocate = sample('allocate', 60_000);
  await expect(pool.run(allocate, undefined, 'ana')).rejects.toMatchObject({
    code: 'too_complex',
    reason: 'memory',
  });
  expect(await pool.run(echo, 'b', 'ana')).toMatchObject({ input: 'b' });
});

test('passes the message of an error on, and keeps the thread', async () => {
  const pool = poolOf();
  await expect(pool.run(fail, 'broken', 'ana')).rejects.toThrow('broken');
  expect(await pool.run(echo, 'b', 'ana')).toMatchObject({ input: 'b' });
});

test('replaces a thread that ends by itself', async () => {
  const pool = poolOf();
  await expect(pool.run(exit, undefined, 'ana')).rejects.toMatchObject({ reason: 'crash' });
  expect(await pool.run(echo, 'b', 'ana')).toMatchObject({ input: 'b' });
});

test('runs a task once more when its first run exceeds its time or ends its thread', async () => {
  const pool = poolOf();
  for (const [name, timeoutMs] of [['spinAtFirst', 2_000] as const, ['exitAtFirst', 20_000] as const]) {
    expect(await pool.run(sample(name, timeoutMs), signal(), 'ana')).toBe('done');
  }
});

test('leaves one thread to other organisations while one organisation fills the queue with endless tasks', async () => {
  const pool = poolOf({ threads: 3 });
  const release = signal();
  const endless = Array.from({ length: 50 }, () => pool.run(spin, release, 'ana'));
  expect(await pool.run(echo, 'b', 'bo')).toMatchObject({ input: 'b' });
  expect(pool.queued).toBe(48);
  set(release);
  await Promise.all(endless);
});

test('lets a task of one organisation wait for at most as many tasks of another as there are threads', async () => {
  const pool = poolOf({ threads: 2 });
  const release = signal();
  const order: string[] = [];
  const run = (name: string, customerId: string) =>
    pool.run(echo, name, customerId).then(({ input }) => order.push(input));
  const blocked = [pool.run(spin, release, 'zoe'), pool.run(spin, release, 'yan')];
  const all = Array.from({ length: 50 }, (_, index) => run(`a${index}`, 'ana'));
  all.push(run('b', 'bo'));
  set(release);
  await Promise.all([...blocked, ...all]);
  expect(order.indexOf('b')).toBeLessThanOrEqual(2);
});

test('refuses tasks beyond the bounds of its queue', async () => {
  const pool = poolOf({ maxQueued: 3, maxQueuedPerCustomer: 2 });
  const release = signal();
  const taken = Array.from({ length: 3 }, () => pool.run(spin, release, 'ana'));
  await expect(pool.run(spin, release, 'ana')).rejects.toMatchObject({ code: 'unavailable' });
  taken.push(pool.run(spin, release, 'bo'), pool.run(spin, release, 'bo'));
  await expect(pool.run(spin, release, 'cy')).rejects.toMatchObject({ code: 'unavailable' });
  set(release);
  await Promise.all(taken);
});

test('rejects waiting and running tasks as unavailable when it closes', async () => {
  const pool = poolOf();
  const release = signal();
  const [running, waiting] = [pool.run(spin, release, 'ana'), pool.run(spin, release, 'ana')];
  const outcomes = Promise.allSettled([running, waiting]);
  await pool.onApplicationShutdown();
  expect(await outcomes).toMatchObject([
    { reason: { code: 'unavailable' } },
    { reason: { code: 'unavailable' } },
  ]);
  await expect(pool.run(echo, 'a', 'ana')).rejects.toMatchObject({ code: 'unavailable' });
});

test('counts tasks by function and outcome, the queue, and the time in a thread', async () => {
  const valuesOf = async (name: string) => (await processMetrics.getSingleMetric(name)!.get()).values;
  const ended = async (task: string, outcome: string) =>
    (await valuesOf('parley_worker_pool_tasks_total')).find(
      ({ labels }) => labels.task === task && labels.outcome === outcome,
    )?.value;
  const queued = async () => (await valuesOf('parley_worker_pool_queued_tasks'))[0]?.value;
  processMetrics.resetMetrics();
  const pool = poolOf({ maxQueued: 1 });
  await pool.run(echo, 'a', 'ana');
  await pool.run(fail, 'broken', 'ana').catch(() => undefined);
  await pool.run(spinBriefly, null, 'ana').catch(() => undefined);
  const release = signal();
  const taken = [pool.run(spin, release, 'ana'), pool.run(spin, release, 'ana')];
  await pool.run(echo, 'b', 'ana').catch(() => undefined);
  expect(await queued()).toBe(1);
  set(release);
  await Promise.all(taken);
  expect(await queued()).toBe(0);
  expect(await ended('echo', 'done')).toBe(1);
  expect(await ended('echo', 'refused')).toBe(1);
  expect(await ended('fail', 'failed')).toBe(1);
  expect(await ended('spin', 'too_complex')).toBe(1);
  expect(await ended('spin', 'done')).toBe(2);
  expect(await processMetrics.getSingleMetricAsString('parley_worker_pool_task_ms')).toContain(
    'parley_worker_pool_task_ms_count{task="spin"} 4',
  );
});
