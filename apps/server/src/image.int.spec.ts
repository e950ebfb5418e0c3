import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { roles } from '@parley/platform/config/config';
import { freePort } from '@parley/platform/http/free-port';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { startServerProcess, stopProcess, type ServerStart } from './testing/server-process';

// Tests the layout of the container image, which the Dockerfile's own command writes to a folder outside of the
// checkout.
jest.setTimeout(600_000);

const root = resolve(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'parley-image-'));
const image = join(folder, 'app');
let database: TestDatabase;
let issuer: IssuerDouble;
const started: ServerStart[] = [];

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const build = spawnSync(join(root, 'scripts/build'), ['image', image], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr);
  database = await testDatabase();
  issuer = await issuerDouble();
});

afterEach(() => Promise.all(started.splice(0).map(({ child }) => stopProcess(child))));

afterAll(async () => {
  await issuer.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The environment of a process in the image, without the variables of the test run. */
function environment(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, PARLEY_DATA: join(folder, 'data'), ...settings };
}

function shared(): NodeJS.ProcessEnv {
  return environment({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PARLEY_SECRET: 'x'.repeat(32),
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'secret',
  });
}

async function start(env: NodeJS.ProcessEnv): Promise<ServerStart & { port: number }> {
  const port = await freePort();
  const server = await startServerProcess(image, { ...env, PORT: String(port) });
  started.push(server);
  return { ...server, port };
}

test('starts every role in a process of its own', async () => {
  const processes = await Promise.all(
    roles.map(async (role) => ({ role, ...(await start({ ...shared(), PARLEY_ROLES: role })) })),
  );
  for (const { role, ready, errors, port } of processes) {
    expect({ role, ready, errors }).toEqual({ role, ready: expect.stringContaining('is ready'), errors: '' });
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  }
});

test('starts all roles in one process and becomes ready', async () => {
  const { port } = await start(shared());
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200;
  await eventually('the container is ready', isReady, 60_000);
});

test('starts with embedded engines and serves the web client', async () => {
  const { ready, port } = await start(environment({}));
  expect(ready).toContain('sign in as');
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<title>');
});

test('runs every operator script', async () => {
  const remaining = readdirSync(join(image, 'scripts')).filter((name) => name !== 'support');
  expect(remaining).toEqual(expect.arrayContaining(['backup', 'rebuild', 'set-aside']));
  const outcomes: { name: string; code: number; output: string }[] = [];
  const runInTurn = async () => {
    for (let name = remaining.pop(); name; name = remaining.pop()) {
      outcomes.push({ name, ...(await runScript(name, ['--help'])) });
    }
  };
  await Promise.all([runInTurn(), runInTurn()]);
  for (const { name, code, output } of outcomes) {
    // Some scripts print their usage and some refuse the argument, each in one line; a missing package would print a
    // stack trace.
    expect(`${name}: ${output}`).toMatch(/^[a-z-]+: [A-Z]/);
    expect(output).not.toMatch(/^\s+at |Cannot find/m);
    expect(code).toBeLessThanOrEqual(2);
  }
});

async function runScript(name: string, args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(join(image, 'scripts', name), args, { cwd: folder, env: shared() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}
