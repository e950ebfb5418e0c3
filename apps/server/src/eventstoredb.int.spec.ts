import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { status } from '@grpc/grpc-js';
import { noted } from '@parley/event-sourcing/store/conformance';
import { EventStoreDbEventStore } from '@parley/event-sourcing/store/eventstoredb/eventstoredb-event-store';
import { freePort } from '@parley/platform/http/free-port';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { eventually } from '@parley/testing/waiting/eventually';

// Tests the built product on a fake of EventStoreDB.
jest.setTimeout(180_000);
const SETTLE_TIMEOUT_MS = 60_000;

const root = resolve(__dirname, '../../..');
let double: EventStoreDbDouble;
let folder: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  const build = spawnSync(join(root, 'scripts/build'), ['server'], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr);
  folder = await mkdtemp(join(tmpdir(), 'parley-eventstoredb-'));
  await chmod(folder, 0o755);
  double = await EventStoreDbDouble.start();
});

afterAll(async () => {
  if (child) await stop(child, 'SIGTERM');
  await double.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('the product starts on EventStoreDB, is not ready while EventStoreDB is unreachable, and continues after a kill', async () => {
  const PORT = String(await freePort());
  const env = { PORT, EVENTSTORE_URL: double.url };
  child = await start(env);
  const written = ours();
  expect(written).toBeGreaterThan(0);
  await eventually('the server is ready', async () => (await ready(PORT)) === 200, SETTLE_TIMEOUT_MS);

  const back = await double.network.refuse();
  await eventually('the server is not ready', async () => (await ready(PORT)) === 503, SETTLE_TIMEOUT_MS);
  await back();
  await eventually('the server is ready again', async () => (await ready(PORT)) === 200, SETTLE_TIMEOUT_MS);

  await stop(child, 'SIGKILL');
  child = await start(env);
  // The product appends no event when it restarts.
  expect(ours()).toBe(written);
});

test('the product is not ready while its subscriptions deliver nothing, and its views catch up within seconds afterwards', async () => {
  const PORT = String(await freePort());
  if (child) await stop(child, 'SIGTERM');
  const PARLEY_OPERATOR_TOKEN = randomUUID();
  child = await start({ PORT, EVENTSTORE_URL: double.url, PARLEY_OPERATOR_TOKEN });
  await eventually('readiness', async () => (await ready(PORT)) === 200, SETTLE_TIMEOUT_MS);
  const started = double.startUp({ refusesCalls: false, confirmsSubscriptions: true });
  double.network.drop();
  const log = await EventStoreDbEventStore.open(double.url);
  const customerId = randomUUID();
  await log.append(`contact-${randomUUID()}`, [noted('x')], { expected: 'no-stream', customerId });
  await log.close();
  const headers = { authorization: `Bearer ${PARLEY_OPERATOR_TOKEN}` };
  const report = async () => (await fetch(`http://localhost:${PORT}/health/ready`, { headers })).text();
  await eventually(
    'a report of views that stand still',
    async () => (await report()).includes('stand still'),
    SETTLE_TIMEOUT_MS,
  );
  const since = performance.now();
  started();
  await eventually('readiness', async () => (await ready(PORT)) === 200, SETTLE_TIMEOUT_MS);
  // About 2.3 s on a quiet machine: two seconds until a silent subscription is replaced, and the new subscription.
  expect(performance.now() - since).toBeLessThan(10_000);
});

test('quarantines and reports a stream with an unknown event, and halts no view', async () => {
  const PORT = String(await freePort());
  if (child) await stop(child, 'SIGTERM');
  const PARLEY_OPERATOR_TOKEN = randomUUID();
  child = await start({ PORT, EVENTSTORE_URL: double.url, PARLEY_OPERATOR_TOKEN });
  const log = await EventStoreDbEventStore.open(double.url);
  const stream = `conversation-${randomUUID()}`;
  const customerId = randomUUID();
  await log.append(stream, [{ ...noted('x'), type: 'Sung' }], { expected: 'no-stream', customerId });
  await log.close();
  const headers = { authorization: `Bearer ${PARLEY_OPERATOR_TOKEN}` };
  const told = async () => (await fetch(`http://localhost:${PORT}/health/ready`, { headers })).text();
  await eventually(
    'the log names the stream that is missing',
    async () => (await told()).includes(`without ${stream} of organisation ${customerId}`),
    SETTLE_TIMEOUT_MS,
  );
  await eventually('the server is ready', async () => (await ready(PORT)) === 200, SETTLE_TIMEOUT_MS);
  expect(await told()).not.toContain('halted');
});

test('refuses to start on another log than the one from which its views were filled', async () => {
  const other = await EventStoreDbDouble.start();
  try {
    if (child) await stop(child, 'SIGTERM');
    child = undefined;
    const PORT = String(await freePort());
    const refused = spawnServer({ PORT, EVENTSTORE_URL: other.url });
    let [errors, said] = ['', ''];
    refused.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    refused.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(refused, 'close')) as [number];
    expect({ code, said }).toEqual({ code: 1, said: '' });
    expect(errors).toMatch(/^The view [^\n]+ was filled from another event log: [^\n]+\.\n$/);
  } finally {
    await other.stop();
  }
});

test('reports in one sentence, with exit code 1, that the log refuses access', async () => {
  const other = await EventStoreDbDouble.start();
  try {
    // The only append at the start stores the log's id. This append is tried in the shared call and then in a call of
    // its own.
    for (let tries = 0; tries < 2; tries++) other.failNextAppend(status.PERMISSION_DENIED);
    const { code, errors } = await refusal({ EVENTSTORE_URL: other.url });
    expect(code).toBe(1);
    expect(errors).toMatch(/^EventStoreDB \(EVENTSTORE_URL\) does not let us in: [^\n]+\.\n$/);
  } finally {
    await other.stop();
  }
});

test('reports in one sentence without the password, with exit code 1, that the log does not respond', async () => {
  const EVENTSTORE_URL = `esdb://admin:secret-word@127.0.0.1:${await freePort()}?tls=false`;
  const { code, errors } = await refusal({ EVENTSTORE_URL });
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(/^EventStoreDB \(EVENTSTORE_URL\) does not answer: [^\n]+\.\n$/),
  });
  expect(errors).not.toContain('secret-word');
});

/** Starts a server that refuses to start. @returns its exit code and its error output */
async function refusal(env: NodeJS.ProcessEnv): Promise<{ code: number; errors: string }> {
  const server = spawnServer({ PORT: String(await freePort()), PARLEY_DATA: join(folder, 'other'), ...env });
  let errors = '';
  server.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(server, 'close')) as [number];
  return { code, errors };
}

function spawnServer(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...process.env, PARLEY_DATA: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the server and waits until it reports that it is ready. */
async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const server = spawnServer(env);
  let errors = '';
  server.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(server, 'close').then(() => {
    throw new Error(`The server ended: ${errors}`);
  });
  // Prevents an unhandled rejection when the server ends later, which is expected.
  ended.catch(() => undefined);
  // Waits for the line that reports readiness: the server may print warnings before it.
  const ready = new Promise<void>((resolve) => {
    let said = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Parley is ready')) resolve();
    });
  });
  await Promise.race([ready, ended]);
  return server;
}

async function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(server, 'exit');
  server.kill(signal);
  await gone;
}

async function ready(port: string): Promise<number> {
  return (await fetch(`http://localhost:${port}/health/ready`)).status;
}

/** Number of the product's own events in the fake's log; only these have metadata. */
function ours(): number {
  return double.log.readAll().filter(({ metadata }) => metadata.length > 0).length;
}
