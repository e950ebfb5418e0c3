import { Client, type ClientConfig } from 'pg';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { StartError } from '../config/start-error';
import { connectionOf } from './database';

/** The first release with `nulls not distinct`, which some tables use. */
const MIN_VERSION = 15;
const CONNECT_TIMEOUT_MS = 10_000;

/** Parts of the address for error messages, without the password. */
interface Target {
  server: string;
  user: string;
  database: string;
}

/** Certificate errors of Node's TLS. */
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_|SELF_SIGNED_CERT|UNABLE_TO_)/;

const AWAY = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'];

type Sentence = (target: Target, message: string) => string;

/** For each SQLSTATE, a sentence that names the wrong setting and its correction. */
const SENTENCES: Record<string, Sentence> = {
  '08P01': ({ server }, message) =>
    /unsupported startup parameter/.test(message)
      ? `The pooler at ${server} refuses the startup parameter "options": connect DATABASE_URL to PostgreSQL itself, or list options in the pooler's ignore_startup_parameters.`
      : `${server} (DATABASE_URL) does not speak PostgreSQL's protocol: name a PostgreSQL server.`,
  '25006': ({ server, database }) =>
    `The database "${database}" at ${server} is read-only: name the primary server in DATABASE_URL.`,
  '28000': ({ server, user, database }, message) =>
    /no encryption|SSL off/i.test(message)
      ? `PostgreSQL at ${server} lets user "${user}" in with TLS only: add sslmode=verify-full to DATABASE_URL, or allow the connection in pg_hba.conf.`
      : `PostgreSQL at ${server} does not let user "${user}" into database "${database}": name another user in DATABASE_URL, or allow this one in pg_hba.conf.`,
  '28P01': ({ server, user }) =>
    `PostgreSQL at ${server} refuses the password of user "${user}": correct it in DATABASE_URL.`,
  '3D000': ({ server, database }) =>
    `There is no database "${database}" at ${server}: create it, or correct its name in DATABASE_URL.`,
  '42501': ({ user, database }) =>
    `User "${user}" (DATABASE_URL) may not create schemas and tables: run "grant create, connect on database ${database} to ${user}", and make ${user} the owner of the schemas that exist.`,
  '53300': ({ server }) =>
    `PostgreSQL at ${server} (DATABASE_URL) takes no more connections: raise its max_connections, or stop other clients.`,
  '57P03': ({ server }) => `PostgreSQL at ${server} (DATABASE_URL) is starting or stopping: try again.`,
};

/**
 * Connects with the server's settings and checks the version.
 * @throws StartError with the setting to change, without the password
 */
export async function checkDatabase(url: string, { isShared }: { isShared: boolean }): Promise<void> {
  const client = await connect(url, connectionOf(url, isShared));
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    const version = rows[0]?.server_version ?? '';
    if (Number.parseInt(version, 10) < MIN_VERSION) {
      throw new StartError(
        `PostgreSQL at ${client.host}:${client.port} (DATABASE_URL) is version ${version}, and Parley needs ${MIN_VERSION} or later: upgrade it, or name another server.`,
      );
    }
  } finally {
    await client.end();
  }
}

/**
 * Creates the extensions that indexes of views use, unless they exist.
 * @throws StartError if an extension is not installed or this user may not create it
 */
export async function createExtensions(url: string, names: string[]): Promise<void> {
  const client = await connect(url, connectionOf(url, false));
  try {
    for (const name of names) {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(hashtext('create extension'))`);
      await client.query(`create extension if not exists ${name} schema public`);
      await client.query('commit');
    }
  } catch (error) {
    throw explainExtension(error, client, names.join(', ')) ?? explainDatabase(error, url);
  } finally {
    await client.end();
  }
}

async function connect(url: string, settings: ClientConfig): Promise<Client> {
  let client: Client | undefined;
  try {
    client = new Client({ ...settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    // A broken connection fails the current query; without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    await client?.end().catch(() => undefined);
    throw explainDatabase(error, url);
  }
}

function explainExtension(error: unknown, { database, user }: Client, names: string): StartError | null {
  switch (codeOf(error)) {
    case '42501':
      return new StartError(
        `User "${user}" (DATABASE_URL) may not create the extensions ${names}: run "create extension pg_trgm schema public" and the like in database "${database}" as an administrator.`,
      );
    case '0A000':
    case '58P01':
      return new StartError(
        `PostgreSQL (DATABASE_URL) lacks one of the extensions ${names}: install its contrib package on the server.`,
      );
    default:
      return null;
  }
}

/** @returns a StartError for an error that an operator can correct; any other error unchanged */
export function explainDatabase(error: unknown, url: string): unknown {
  if (error instanceof StartError) return error;
  const target = targetOf(url);
  const { address, path, syscall } = (error ?? {}) as { address?: string; path?: string; syscall?: string };
  // For a Unix socket, the driver gives its path as the address.
  const server = address?.startsWith('/') ? address : target.server;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const sentence = SENTENCES[code];
  if (sentence) return new StartError(sentence(target, message));
  if (code === 'ENOENT' && syscall !== 'connect') {
    return new StartError(`DATABASE_URL names a file that cannot be read: ${path}.`);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(`There is no host ${server} (${code}): correct its name in DATABASE_URL.`);
  }
  if (CERTIFICATE.test(code)) {
    return new StartError(
      `The certificate of PostgreSQL at ${server} is not trusted (${code}): name its authority's file as sslrootcert in DATABASE_URL.`,
    );
  }
  if (/does not support SSL/.test(message)) {
    return new StartError(
      `PostgreSQL at ${server} has no TLS: switch it on there, or remove sslmode from DATABASE_URL.`,
    );
  }
  if (
    AWAY.includes(code) ||
    syscall === 'connect' ||
    /^(08|53|57P)/.test(code) ||
    /timeout expired|terminated/.test(message)
  ) {
    return new StartError(
      `The database at ${server} (DATABASE_URL) does not answer${code && ` (${code})`}: start it, or correct the address.`,
    );
  }
  return error;
}

/**
 * @returns the parts of an address for messages. An address that is no URL, such as that of a socket, is called "the
 * address".
 */
function targetOf(text: string): Target {
  const url = parseUrl(text);
  if (!url) return { server: 'the address', user: '', database: '' };
  const { host, username, pathname } = url;
  return {
    server: host,
    user: decoded(username),
    database: decoded(pathname.slice(1)),
  };
}

/** @returns the percent-decoded text; the text itself if it is not percent-encoded UTF-8 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @returns the code of an error. If the driver has tried several addresses of a host, the code of the first address.
 */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return (error as { code?: string } | null)?.code ?? '';
}
