import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { access, mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { lockFolder, type FolderLock } from './folder-lock';
import { as, lastLine, preparePostgres, USER, type Installation } from './postgres-installation';
import { StartError } from '@parley/platform/config/start-error';
import { freePort } from '@parley/platform/http/free-port';

const DATABASE = 'parley';
/**
 * Time limit in ms for a start. After a crash, it includes a recovery from the last checkpoint, which takes seconds.
 */
const START_TIMEOUT_MS = 60_000;
/**
 * Time limit in ms for a stop, which writes memory to disk. After it the server is killed, and recovers at the next
 * start.
 */
const STOP_TIMEOUT_MS = 20_000;
const MAX_PAUSE_MS = 5_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Just-in-time compilation is off: queries are short, so it costs more than it saves.
  jit: 'off',
  shared_buffers: `${sharedMegabytes(Math.min(totalmem(), process.constrainedMemory() || Infinity))}MB`,
  // Minimises checkpoints: after each, every changed page is logged completely once. With a smaller limit, an import
  // would cause one every few seconds.
  max_wal_size: '2GB',
};

/** @returns a quarter of the memory, as PostgreSQL's manual advises, between 128 MB and 1 GB */
function sharedMegabytes(memoryBytes: number): number {
  const quarter = Math.floor(memoryBytes / 4 / 2 ** 20);
  return Math.min(Math.max(quarter, 128), 1024);
}

export interface EmbeddedPostgres {
  /** Connection string, which stays the same while this process lives, even if the server restarts. */
  url: string;
  /** Process id of the running server. */
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of a data folder for this process, reachable at 127.0.0.1 only. Stops a server that a killed
 * process has left running, and restarts its own server if it dies.
 * @param report called with a sentence when the running server dies or is restarted
 * @throws StartError if the server cannot start
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  report: (sentence: string) => void,
): Promise<EmbeddedPostgres> {
  let lock: FolderLock | undefined;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    lock = await lockFolder(dataDir);
    const installation = await preparePostgres(dataDir);
    await stopOrphan(installation.cluster);
    const server = new Server(installation, join(dataDir, 'postgres.log'), await freePort(), report);
    await server.start();
    return {
      url: server.url(DATABASE),
      get pid() {
        return server.pid;
      },
      async stop() {
        await server.stop();
        await lock?.release();
      },
    };
  } catch (error) {
    await lock?.release();
    throw explain(error, dataDir);
  }
}

class Server {
  private child?: ChildProcess;
  private stopping = false;

  constructor(
    private readonly installation: Installation,
    private readonly log: string,
    private readonly port: number,
    private readonly report: (sentence: string) => void,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  url(database: string): string {
    return `postgres://${USER}:${this.installation.password}@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    await this.launchOnceFree();
    await this.createDatabase();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGINT');
    const impatience = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await gone;
    clearTimeout(impatience);
  }

  /**
   * Starts the server. Retries while processes of a killed server still use its shared memory, which they release a
   * moment later.
   */
  private async launchOnceFree(): Promise<void> {
    for (const deadline = Date.now() + STOP_TIMEOUT_MS; ;) {
      try {
        return await this.launch();
      } catch (error) {
        const log = readFileSync(this.log, 'utf8');
        const isHeld = log.includes('shared memory block') && log.includes('is still in use');
        if (!isHeld || Date.now() > deadline) throw error;
        await pause(100);
      }
    }
  }

  /** Starts the server and waits until it responds. If it ends later, it is started again. */
  private async launch(): Promise<void> {
    const { program, cluster, account } = this.installation;
    await disownPidFile(cluster);
    const output = openSync(this.log, 'w', 0o600);
    const settings = Object.entries({ ...SETTINGS, port: String(this.port) });
    // A separate process group, so that Ctrl-C reaches only this process, which stops the server after its last use.
    const options = as(account, { detached: true, stdio: ['ignore', output, output] });
    const child = spawn(
      program,
      ['-D', cluster, ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`])],
      options,
    );
    closeSync(output);
    this.child = child;
    const ended = new Promise<'ended'>((resolve) => {
      child.once('error', () => resolve('ended')).once('exit', () => resolve('ended'));
    });
    const outcome = await Promise.race([ended, this.answers(child)]);
    if (outcome === 'ready') {
      void ended.then(() => this.restart());
      return;
    }
    child.kill('SIGQUIT');
    throw new StartError(
      `PostgreSQL did not start: ${lastLine(readFileSync(this.log, 'utf8')) || 'no answer'}`,
    );
  }

  private async answers(child: ChildProcess): Promise<'ready' | 'late'> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
      const client = new Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 2_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return 'ready';
      } catch {
        await pause(50);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
    return 'late';
  }

  private async restart(): Promise<void> {
    for (let wait = 100; !this.stopping; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      this.report('PostgreSQL ended by itself; starting it again.');
      try {
        await this.launch();
        this.report('PostgreSQL runs again.');
        if (this.stopping) await this.stop();
        return;
      } catch (error) {
        this.report(error instanceof Error ? error.message : String(error));
        await pause(wait);
      }
    }
  }

  private async createDatabase(): Promise<void> {
    const client = new Client({ connectionString: this.url('postgres') });
    await client.connect();
    try {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
      if (!rowCount) await client.query(`create database ${DATABASE}`);
      // Analysts have logins for separate databases. By default, such a login could connect to all databases of the
      // server.
      await client.query(
        `revoke connect, temporary on database postgres, template1, ${DATABASE} from public`,
      );
    } finally {
      await client.end();
    }
  }
}

/** Stops the server of these files that a killed Parley process left running. */
async function stopOrphan(cluster: string): Promise<void> {
  const pid = await recordedPid(cluster);
  if (!pid || !(await isServerOf(cluster, pid))) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isServerOf(cluster, pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await pause(50);
  }
}

/**
 * Replaces the process id in a pid file that a crash has left: another process may have that id now, and PostgreSQL
 * would refuse to start. The new id is that of PostgreSQL's own parent, which PostgreSQL ignores. PostgreSQL still
 * checks the rest of the file, which shows whether the former server's shared memory is in use.
 */
async function disownPidFile(cluster: string): Promise<void> {
  const pid = await recordedPid(cluster);
  if (!pid) return;
  const file = join(cluster, 'postmaster.pid');
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, [process.pid, ...rest].join('\n'));
}

async function recordedPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/** Whether the process with this id is a server of these files, and not another process that has got the id since. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster;
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes(` -D ${cluster} `);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns a StartError with a sentence if this user cannot use the data folder; any other error unchanged */
function explain(error: unknown, dataDir: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (!code || !['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC'].includes(code)) return error;
  return new StartError(
    `The data folder ${dataDir} cannot be used (${code} at ${path ?? dataDir}): ` +
      'make it readable and writable for this user, or name another one with PARLEY_DATA.',
  );
}
