import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@parley/platform/http/free-port';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';

// The product as it ships, on a log that a double of EventStoreDB keeps.
jest.setTimeout(180_000);

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

test('the product starts on it, knows when it is away, and goes on where it stood after a kill', async () => {
  const PORT = String(await freePort());
  const env = { PORT, EVENTSTORE_URL: double.url };
  child = await start(env);
  const written = ours();
  expect(written).toBeGreaterThan(0);
  await until(async () => (await ready(PORT)) === 200);

  const back = await double.network.refuse();
  await until(async () => (await ready(PORT)) === 503);
  await back();
  await until(async () => (await ready(PORT)) === 200);

  await stop(child, 'SIGKILL');
  child = await start(env);
  // What was there already is not made again.
  expect(ours()).toBe(written);
});

test('a log that the installation was moved away from is refused before anybody is let in', async () => {
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

test('one that nobody answers for is one sentence without its password, and exit code 1', async () => {
  const EVENTSTORE_URL = `esdb://admin:secret-word@127.0.0.1:${await freePort()}?tls=false`;
  const other = spawnServer({
    PORT: String(await freePort()),
    EVENTSTORE_URL,
    PARLEY_DATA: join(folder, 'other'),
  });
  let errors = '';
  other.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(other, 'close')) as [number];
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(/^EventStoreDB \(EVENTSTORE_URL\) does not answer: [^\n]+\.\n$/),
  });
  expect(errors).not.toContain('secret-word');
});

function spawnServer(env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...process.env, PARLEY_DATA: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the server and waits until it says that it is ready. */
async function start(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const server = spawnServer(env);
  let errors = '';
  server.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(server, 'close').then(() => {
    throw new Error(`The server ended: ${errors}`);
  });
  // Ending later is nobody's surprise.
  ended.catch(() => undefined);
  // Whatever it warns of before is no sign of that.
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

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

/** Events of the product in the double's log. */
function ours(): number {
  return double.log.readAll().filter(({ metadata }) => metadata.length > 0).length;
}
