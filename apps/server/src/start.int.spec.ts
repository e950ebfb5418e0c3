import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@parley/platform/http/free-port';

// Tests the built product: the bundle, started by the same command as in production.
jest.setTimeout(180_000);

const root = resolve(__dirname, '../../..');
const started: ChildProcess[] = [];
let folder: string;

beforeAll(async () => {
  const build = spawnSync(join(root, 'scripts/build'), ['server'], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr);
  folder = await mkdtemp(join(tmpdir(), 'parley-start-'));
  await chmod(folder, 0o755);
});

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

interface Outcome {
  child: ChildProcess;
  /** The line that reports readiness; undefined if the server has ended. */
  ready?: string;
  code: number | null;
  errors: string;
}

/** Starts the server and waits until it is ready or has ended. */
async function start(env: NodeJS.ProcessEnv): Promise<Outcome> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...process.env, PARLEY_DATA: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(() => undefined);
  const ready = once(child.stdout, 'data').then(([chunk]) => String(chunk));
  const line = await Promise.race([ready, ended]);
  return { child, ready: line, code: child.exitCode, errors };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}

test('prints its address and the demo users, and ends with code 0 on SIGTERM', async () => {
  const PORT = String(await freePort());
  const { child, ready } = await start({ PORT });
  expect(ready).toMatch(
    new RegExp(`^Parley is ready at http://localhost:${PORT}: sign in as .*\\(admin\\).* password .*\n$`),
  );
  expect(await stop(child, 'SIGTERM')).toBe(0);
});

test('starts again on the same data after a kill', async () => {
  const PORT = String(await freePort());
  const { child } = await start({ PORT });
  await stop(child, 'SIGKILL');
  expect((await start({ PORT })).ready).toContain('is ready');
});

test('describes the API with the fields of its requests', async () => {
  const PORT = String(await freePort());
  await start({ PORT });
  const response = await fetch(`http://localhost:${PORT}/api/docs/openapi.json`);
  const { paths, components } = (await response.json()) as {
    paths: Record<string, Record<string, unknown>>;
    components: { schemas: Record<string, { required: string[]; properties: Record<string, unknown> }> };
  };
  expect(paths['/api/v3/messages/send']?.post).toMatchObject({
    requestBody: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/SendRequest' } } },
    },
  });
  const { SendRequest, SendContent } = components.schemas;
  expect(SendRequest?.required).toEqual(['chat', 'content']);
  expect(SendContent?.properties.attachments).toMatchObject({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
  });
});

describe('the server reports in one sentence, with exit code 1,', () => {
  const sentence = /^[^\n]+\.\n$/;

  test('a port that is taken', async () => {
    const other = createServer().listen(0);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await start({ PORT: String(port) });
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(sentence) });
    expect(errors).toContain(`Port ${port} is taken`);
    other.close();
  });

  test('a data folder that cannot be used', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, errors } = await start({ PORT: String(await freePort()), PARLEY_DATA: file });
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(sentence) });
    expect(errors).toContain(`The data folder ${file} cannot be used`);
  });

  test('a data folder that another process uses', async () => {
    await start({ PORT: String(await freePort()) });
    const { code, errors } = await start({ PORT: String(await freePort()) });
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(sentence) });
    expect(errors).toContain('Another Parley is using the data folder');
  });

  test('an invalid setting', async () => {
    const { code, errors } = await start({ PORT: 'three thousand' });
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(sentence) });
  });

  test('a database that does not respond', async () => {
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
    const { code, errors } = await start({ PORT: String(await freePort()), DATABASE_URL });
    expect({ code, errors }).toEqual({ code: 1, errors: expect.stringMatching(sentence) });
    expect(errors).toContain('does not answer');
  });
});
