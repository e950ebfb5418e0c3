import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { harbourBikes } from '@parley/demo/demo-organisation';
import { freePort } from '@parley/platform/http/free-port';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';

// Runs every command of scripts/ that starts a program of the server, each as a process, with the log in either
// engine.
jest.setTimeout(300_000);

/** Time limit in ms from the last line of a command to the end of its process. */
const END_TIMEOUT_MS = 5_000;
/** Time limit in ms from SIGTERM to the end of the process. */
const STOP_TIMEOUT_MS = 10_000;
/** Time limit in ms from SIGTERM to the end of a server, which first completes a running send. */
const SERVER_STOP_TIMEOUT_MS = 35_000;
/** Time limit in ms from SIGTERM to the end of scripts/dev. */
const DEV_STOP_TIMEOUT_MS = 15_000;
/**
 * Number of events that the views have not folded. They are more than two batches, so that a stopped command has read
 * a batch ahead that it never uses.
 */
const EVENTS_BEHIND = 9_000;

const root = resolve(__dirname, '../../..');
const scripts = join(root, 'scripts');
const host = harbourBikes.domain;
const contact = randomUUID();

interface Place {
  folder: string;
  /** Address of an empty database for the move. */
  target: string;
  env: NodeJS.ProcessEnv;
}

interface Command {
  /** Arguments for a run that uses the engines and ends without a signal. */
  args: (place: Place) => string[];
  /** Exit code of that run; 0 by default. */
  code?: number;
  /** Set if the command runs until it is stopped. */
  serves?: true;
  /** Set if the command opens neither log nor database, so that no engine can delay its end. */
  standalone?: true;
  /** Set if the command reads or appends many events, so that it is also tested on EventStoreDB. */
  worksOnLog?: true;
}

/** The commands to test, one per script that runs a program of the server, in the order of the runs. */
const commands: Record<string, Command> = {
  start: { args: () => [], serves: true },
  rebuild: { args: () => ['contacts', '--verify'], worksOnLog: true },
  'create-organisation': {
    args: () => ['Other', `other-${randomUUID()}.example`, `${randomUUID()}@x.example`, 'Ann'],
  },
  'create-sandbox': { args: () => [host] },
  'customer-settings': { args: () => [host] },
  'organisation-domains': { args: () => [host] },
  'ip-whitelist': { args: () => ['list', host] },
  'erase-contact': { args: () => [contact], code: 1 },
  analysts: { args: () => ['off', host] },
  metric: { args: () => ['backfill'], worksOnLog: true },
  parked: { args: () => ['list'] },
  'compare-views': { args: () => [], worksOnLog: true },
  'set-aside': { args: () => ['list'] },
  seed: { args: () => ['--conversations', '2'], worksOnLog: true },
  backup: { args: ({ folder }) => [join(folder, `backup-${randomUUID()}`)], worksOnLog: true },
  restore: { args: ({ folder }) => [join(folder, 'no-backup')], code: 1, standalone: true },
  move: {
    args: ({ folder, target }) => [
      '--to-data',
      join(folder, 'other'),
      '--to-eventstore-url',
      'none',
      '--to-database-url',
      target,
    ],
    worksOnLog: true,
  },
  token: { args: () => ['ingrid@harbour.example'], code: 1, standalone: true },
  parley: { args: () => ['help'], standalone: true },
  webhook: { args: () => ['no-provider', join(root, 'package.json')], code: 2, standalone: true },
  'app-catalogue': { args: ({ folder }) => ['key', join(folder, `key-${randomUUID()}`)], standalone: true },
};

test('the table has an entry for every script that runs a program of the server', () => {
  const running = readdirSync(scripts).filter(
    (name) =>
      statSync(join(scripts, name)).isFile() &&
      !name.includes('.') &&
      /runProgram\(|require\(join\(root, 'dist\/server\//.test(readFileSync(join(scripts, name), 'utf8')),
  );
  expect(Object.keys(commands).sort()).toEqual(running.sort());
});

describe.each(['eventstoredb', 'postgresql'] as const)('with the log in %s, scripts/', (log) => {
  let place: Place;
  let database: TestDatabase;
  let target: TestDatabase;
  let double: EventStoreDbDouble;

  beforeAll(async () => {
    const built = spawnSync(join(scripts, 'build'), [], { encoding: 'utf8' });
    if (built.status !== 0) throw new Error(built.stderr);
    [database, target] = [await testDatabase(), await testDatabase()];
    double = await EventStoreDbDouble.start();
    const folder = mkdtempSync(join(tmpdir(), 'parley-commands-'));
    chmodSync(folder, 0o755);
    place = {
      folder,
      target: target.url,
      env: {
        ...process.env,
        PARLEY_DATA: join(folder, 'data'),
        DATABASE_URL: database.url,
        EVENTSTORE_URL: log === 'eventstoredb' ? double.url : undefined,
        PARLEY_SECRET: 's'.repeat(40),
        PARLEY_CLI_CONFIG: join(folder, 'cli.json'),
        PORT: String(await freePort()),
      },
    };
    // The first start creates the demo organisation.
    const server = new Running('start', [], place);
    await server.line(/ready/);
    await server.stop(SERVER_STOP_TIMEOUT_MS);
    await fallBehind();
  });

  afterAll(async () => {
    await double.stop();
    await Promise.all([database.drop(), target.drop()]);
    rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Adds events that the live views have not folded. */
  async function fallBehind(): Promise<void> {
    if (log === 'postgresql') {
      await database.query(
        `with stream as (insert into event_log.stream (name, customer_id, version) values ($1, 'c', $2 - 1) returning no)
         insert into event_log.event (position, stream_no, version, id, type, schema_version, data, metadata)
         select nextval('event_log.position'), no, n, gen_random_uuid(), 'Noted', 1, '{}', '{}'
           from stream, generate_series(0, $2::int - 1) n`,
        [`contact-${randomUUID()}`, EVENTS_BEHIND],
      );
      return;
    }
    const stream = `contact-${randomUUID()}`;
    const event = { type: 'Noted', contentType: 'application/json', data: Buffer.from('{}') };
    const metadata = Buffer.from(JSON.stringify({ customerId: 'c', schemaVersion: 1 }));
    for (let n = 0; n < EVENTS_BEHIND; n++)
      double.log.append(stream, [{ ...event, id: randomUUID(), metadata }], 'any');
  }

  /**
   * Makes EventStoreDB stop responding, or blocks all statements on the log and the checkpoints in PostgreSQL.
   * @returns a function that ends this
   */
  async function holdUp(): Promise<() => Promise<void>> {
    if (log === 'eventstoredb') {
      double.isSilent = true;
      return async () => void (double.isSilent = false);
    }
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('lock table event_log.engine, event_log.event, parley.view_checkpoint');
    return async () => {
      await client.query('rollback');
      client.release();
    };
  }

  const tried = Object.entries(commands).filter(
    ([, { serves, worksOnLog }]) => !serves && (log === 'postgresql' || worksOnLog),
  );
  test.each(tried)('%s ends within 5 s of its last line', async (name, { args, code = 0 }) => {
    const running = new Running(name, args(place), place);
    await running.end();
    expect(running).toMatchObject({ code, signal: null });
    expect(running.endedAt - running.wroteAt).toBeLessThan(END_TIMEOUT_MS);
  });

  test.each(tried.filter(([, { standalone }]) => !standalone))(
    '%s ends within 10 s of SIGTERM while the engines do not respond',
    async (name, { args }) => {
      const release = await holdUp();
      try {
        const running = new Running(name, args(place), place);
        await connected();
        await pause(500);
        expect(running.endedAt).toBe(0);
        await running.stop();
      } finally {
        await release();
      }
    },
  );

  test('start ends within 35 s of SIGTERM', async () => {
    const running = new Running('start', [], place);
    await running.line(/ready/);
    await running.stop(SERVER_STOP_TIMEOUT_MS);
  });

  /** Waits until a tool is connected to the database. */
  async function connected(): Promise<void> {
    const tools = `select from pg_stat_activity
                    where datname = current_database() and application_name like 'parley-%'`;
    await eventually(
      'a connection of the tool',
      async () => (await database.query(tools)).rowCount !== 0,
      120_000,
    );
  }
});

test('dev serves the client and the server at one address, and ends within 15 s of SIGTERM', async () => {
  const database = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'parley-commands-'));
  const port = await freePort();
  const env = {
    ...process.env,
    PARLEY_DATA: folder,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    PARLEY_DEV_PORT: String(port),
  };
  const running = new Running('dev', [], { folder, target: '', env });
  try {
    await running.line(/ready/);
    for (const path of ['/src/main.tsx', '/health/ready']) {
      const { status } = await fetch(`http://localhost:${port}${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
  } finally {
    await running.stop(DEV_STOP_TIMEOUT_MS);
    await database.drop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a signal to the build script ends the build, too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-commands-'));
  const file = join(folder, 'script.js');
  writeFileSync(
    file,
    `require(${JSON.stringify(join(scripts, 'support/workspace.js'))})
       .runWithSignals(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)']);`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGTERM');
  const [, signal] = (await once(child, 'exit')) as [number, NodeJS.Signals];
  expect(signal).toBe('SIGTERM');
  expect(() => process.kill(Number(line.toString()), 0)).toThrow('ESRCH');
  rmSync(folder, { recursive: true });
});

/** A command as a separate process. */
class Running {
  code: number | null = null;
  signal: NodeJS.Signals | null = null;
  /** Times in ms of the last output and of the end of the process; `endedAt` is 0 before the end. */
  wroteAt = Date.now();
  endedAt = 0;
  private output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<void>;

  constructor(
    private readonly name: string,
    args: string[],
    { env }: Place,
  ) {
    this.child = spawn(join(scripts, name), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
        this.wroteAt = Date.now();
      });
    }
    this.ended = once(this.child, 'exit').then(([code, signal]) => {
      this.endedAt = Date.now();
      this.code = code as number | null;
      this.signal = signal as NodeJS.Signals | null;
    });
  }

  /**
   * Waits for the end of the process.
   * @throws Error if it has not ended 5 s after its last line, or writes no line for three minutes
   */
  async end(): Promise<void> {
    const limit = () => Date.now() - this.wroteAt > 180_000;
    while (!this.endedAt && !limit()) await Promise.race([this.ended, pause(100)]);
    await this.killUnlessEnded();
  }

  /** Waits until the process has printed a line that matches. */
  async line(wanted: RegExp): Promise<void> {
    const isWritten = () => {
      if (this.endedAt) throw new Error(`scripts/${this.name} has ended: ${this.output}`);
      return wanted.test(this.output);
    };
    await eventually(`${wanted} of scripts/${this.name}`, isWritten, 120_000);
  }

  /**
   * Sends SIGTERM.
   * @throws Error if the process does not end within `ms` milliseconds
   */
  async stop(ms = STOP_TIMEOUT_MS): Promise<void> {
    this.child.kill('SIGTERM');
    await Promise.race([this.ended, pause(ms, undefined, { ref: false })]);
    await this.killUnlessEnded();
  }

  private async killUnlessEnded(): Promise<void> {
    if (this.endedAt) return;
    this.child.kill('SIGKILL');
    await this.ended;
    throw new Error(`scripts/${this.name} did not end. It wrote: ${this.output}`);
  }
}
