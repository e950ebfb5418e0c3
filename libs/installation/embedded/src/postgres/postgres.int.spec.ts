import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@parley/platform/database/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './postgres';
import { StartError } from '@parley/platform/config/start-error';
import { eventually } from '@parley/testing/waiting/eventually';

jest.setTimeout(120_000);

let folder: string;
const running: EmbeddedPostgres[] = [];
const databases: Database[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-embedded-'));
});

afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.close()));
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(dataDir = folder): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(dataDir, () => undefined);
  running.push(server);
  return server;
}

function connect({ url }: { url: string }): Database {
  const database = new Database(url);
  databases.push(database);
  return database;
}

/** Starts the server in a child process, which a test can kill. */
async function startInChild(dataDir: string): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const { buildSync } = createRequire(__filename)('esbuild') as {
    buildSync(options: Record<string, unknown>): void;
  };
  const program = join(folder, 'child.js');
  buildSync({
    stdin: {
      contents: `import { startEmbeddedPostgres } from './postgres';
        startEmbeddedPostgres(process.argv[2], () => undefined)
          .then(({ url, pid }) => console.log(JSON.stringify({ url, pid })));`,
      resolveDir: __dirname,
      loader: 'ts',
    },
    outfile: program,
    bundle: true,
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_PATH: join(process.cwd(), 'node_modules') },
  });
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
  return { child, ...(JSON.parse(line) as { url: string; pid: number }) };
}

/** Waits until a process no longer exists. */
async function gone(pid: number): Promise<void> {
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await eventually(`process ${pid} has left the system`, () => !isThere());
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

test('keeps its data over a restart, and its password in a file that only the owner can read', async () => {
  const first = await start();
  const database = connect(first);
  await database.query('create table kept (value int)');
  await database.query('insert into kept values (1)');
  await database.close();
  databases.length = 0;
  await first.stop();
  running.length = 0;

  const again = connect(await start());
  expect((await again.query('select value from kept')).rows).toEqual([{ value: 1 }]);
  expect((await stat(join(folder, 'postgres-password'))).mode & 0o777).toBe(0o600);
});

test('handles case and trigrams of letters outside ASCII on every operating system', async () => {
  const database = connect(await start());
  await database.query('create extension if not exists pg_trgm');
  const { rows } = await database.query(`select lower('ÑANDÚ') as lower, show_trgm('ñu') as trigrams`);
  expect(rows[0]?.lower).toBe('ñandú');
  expect(rows[0]?.trigrams).toHaveLength(3);
});

test('starts again at the same address after it was killed, with all committed data', async () => {
  const server = await start();
  const database = connect(server);
  await database.query('create table survivors (value int)');
  await database.query('insert into survivors values (1)');
  const killed = server.pid;
  process.kill(killed, 'SIGKILL');
  await gone(killed);
  const { rows } = await eventually('the database answers again', () =>
    database.query('select value from survivors').catch(() => undefined),
  );
  expect(rows).toEqual([{ value: 1 }]);
  expect(server.pid).not.toBe(killed);
});

test('stops a server whose owner was killed, and serves its data to the next owner', async () => {
  const { child, url, pid } = await startInChild(folder);
  const before = connect({ url });
  await before.query('create table orphaned (value int)');
  await before.query('insert into orphaned values (1)');
  await kill(child);
  // The server still runs, although its owner was killed.
  expect((await before.query('select 1 as alive')).rows).toEqual([{ alive: 1 }]);

  const server = await start();
  expect(server.pid).not.toBe(pid);
  await gone(pid);
  expect((await connect(server).query('select value from orphaned')).rows).toEqual([{ value: 1 }]);
});

test('starts even if its pid file contains the process id of another program', async () => {
  const { child, pid } = await startInChild(folder);
  const pidFile = join(folder, 'postgres/postmaster.pid');
  await kill(child);
  process.kill(pid, 'SIGKILL');
  const rest = (await readFile(pidFile, 'utf8')).split('\n').slice(1);
  const stranger = spawn('sleep', ['600']);
  await writeFile(pidFile, [stranger.pid, ...rest].join('\n'));

  await start();
  expect(stranger.exitCode).toBeNull();
  expect(stranger.signalCode).toBeNull();
  await kill(stranger);
});

test('serves only one process per data folder', async () => {
  await start();
  await expect(start()).rejects.toThrow(/^Another Parley is using the data folder .*PARLEY_DATA\.$/);
});

test('explains in one sentence why a data folder cannot be used', async () => {
  await writeFile(join(folder, 'file'), '');
  const refusal = await start(join(folder, 'file')).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  expect((refusal as Error).message).toMatch(/cannot be used.*PARLEY_DATA\.$/);
});

test('refuses files of another version of PostgreSQL in one sentence', async () => {
  const foreign = join(folder, 'foreign');
  await mkdir(join(foreign, 'postgres'), { recursive: true });
  await writeFile(join(foreign, 'postgres/PG_VERSION'), '15\n');
  await expect(start(foreign)).rejects.toThrow(/holds the files of PostgreSQL 15, and this Parley runs/);
});

test('lets only roles with a grant connect to a database', async () => {
  const { rows } = await connect(await start()).query(
    `select datname from pg_database where has_database_privilege('public', oid, 'connect') and datallowconn`,
  );
  expect(rows).toEqual([]);
});
