import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError, loadConfig } from '@parley/platform/config/config';
import { StartError } from '@parley/platform/config/start-error';
import { createExtensions } from '@parley/platform/database/start-check';
import { freePort } from '@parley/platform/http/free-port';
import { PostgresProtocolDouble, type Behaviour } from '@parley/testing/postgres/postgres-protocol-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { S3Double } from '@parley/testing/s3/s3-double';
import { EXTENSIONS, openEngines } from './engines';
import { views } from './features';
import { migrations } from './migrations';
import { startServerProcess, stopProcess } from './testing/server-process';

jest.setTimeout(180_000);

const PASSWORD = 'secret-word';
const root = resolve(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'parley-refusals-'));
const suffix = randomUUID().replaceAll('-', '').slice(0, 12);
const users = {
  plain: `plain_${suffix}`,
  owner: `owner_${suffix}`,
  nologin: `nologin_${suffix}`,
  crowded: `crowded_${suffix}`,
  reader: `reader_${suffix}`,
};
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase(migrations);
  const name = new URL(database.url).pathname.slice(1);
  for (const user of Object.values(users)) {
    await database.query(`create role ${user} login password '${PASSWORD}'`);
  }
  await database.query(`grant create on database ${name} to ${users.owner}`);
  await database.query(`alter role ${users.nologin} nologin`);
  await database.query(`alter role ${users.crowded} connection limit 0`);
  await database.query(`alter role ${users.reader} set default_transaction_read_only = on`);
});

afterAll(async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.query(`revoke all on database ${name} from ${users.owner}`);
  for (const user of Object.values(users)) await database.query(`drop role ${user}`);
  await database.drop();
  rmSync(folder, { recursive: true });
});

function urlOf(changes: {
  user?: string;
  database?: string;
  password?: string;
  host?: string;
  query?: string;
}) {
  const url = new URL(database.url);
  url.username = changes.user ?? url.username;
  url.password = changes.user ? (changes.password ?? PASSWORD) : url.password;
  url.host = changes.host ?? url.host;
  if (changes.database) url.pathname = `/${changes.database}`;
  if (changes.query) url.search = changes.query;
  return url.href;
}

function environment(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PARLEY_DATA: join(folder, 'data'), PARLEY_SECRET: 'x'.repeat(32), ...settings };
}

/** The error message with which a start with these settings is refused. */
async function refusalOf(settings: NodeJS.ProcessEnv): Promise<string> {
  try {
    const engines = await openEngines(loadConfig(environment(settings)));
    await engines.close();
    return 'not refused';
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    expect(error.message).toMatch(/^[^\n]+\.$/);
    expect(error.message).not.toContain(PASSWORD);
    return error.message;
  }
}

test.each<[string, RegExp, () => Parameters<typeof urlOf>[0]]>([
  [
    'a wrong password',
    /refuses the password of user "plain_\w+": correct it in DATABASE_URL/,
    () => ({ user: users.plain, password: 'wrong' }),
  ],
  ['an unknown user', /refuses the password of user "nobody"/, () => ({ user: 'nobody' })],
  [
    'a user that may not log in',
    /does not let user "nologin_\w+" into database/,
    () => ({ user: users.nologin }),
  ],
  ['an unknown database', /There is no database "none" at .*: create it/, () => ({ database: 'none' })],
  ['a user without rights', /may not create schemas and tables: run "grant/, () => ({ user: users.plain })],
  ['a read-only connection', /is read-only: name the primary/, () => ({ user: users.reader })],
  ['no connection left', /takes no more connections/, () => ({ user: users.crowded })],
  ['no TLS on the server', /has no TLS: switch it on/, () => ({ query: '?sslmode=require' })],
  [
    'a certificate file that is missing',
    /DATABASE_URL names a file that cannot be read: \/no\/ca\.crt/,
    () => ({ query: '?sslmode=verify-full&sslrootcert=/no/ca.crt' }),
  ],
  ['an unknown host', /There is no host no-host\.invalid/, () => ({ host: 'no-host.invalid:5432' })],
  ['a closed port', /does not answer \(ECONNREFUSED\): start it/, () => ({ host: '127.0.0.1:1' })],
])('refuses to start with %s', async (_, sentence, changes) => {
  expect(await refusalOf({ DATABASE_URL: urlOf(changes()) })).toMatch(sentence);
});

test('refuses to start without a server on the Unix socket', async () => {
  expect(await refusalOf({ DATABASE_URL: 'postgres://parley@/parley?host=/no/socket' })).toMatch(
    /The database at \/no\/socket\/\.s\.PGSQL\.5432 \(DATABASE_URL\) does not answer \(ENOENT\): start it/,
  );
});

test.each<[string, RegExp, Behaviour]>([
  [
    'a pooler that takes no options',
    /The pooler at .* refuses the startup parameter "options": connect DATABASE_URL to PostgreSQL itself/,
    { refuse: { code: '08P01', message: 'unsupported startup parameter: options' } },
  ],
  [
    'a server that requires TLS',
    /lets user "someone" in with TLS only: add sslmode=verify-full/,
    {
      refuse: {
        code: '28000',
        message: 'no pg_hba.conf entry for host "::1", user "x", database "y", no encryption',
      },
    },
  ],
  [
    'a server that is starting',
    /is starting or stopping/,
    { refuse: { code: '57P03', message: 'starting' } },
  ],
  ['a release that is too old', /is version 14\.9, and Parley needs 15 or later/, { answer: '14.9' }],
])('refuses to start on a PostgreSQL that %s', async (_, sentence, behaviour) => {
  const double = await PostgresProtocolDouble.start(behaviour);
  try {
    expect(await refusalOf({ DATABASE_URL: double.url })).toMatch(sentence);
  } finally {
    await double.stop();
  }
});

test.each([
  ['no_such_extension', /lacks one of the extensions no_such_extension: install its contrib package/],
  ['file_fdw', /may not create the extensions file_fdw: run "create extension/],
])('explains why the extension %s cannot be created', async (name, sentence) => {
  await expect(createExtensions(urlOf({ user: users.owner }), [name])).rejects.toThrow(sentence);
});

test('names every extension that a view needs among those created before the server is ready', () => {
  const named = views.flatMap(({ ddl, indexes = '' }) => [
    ...(ddl + indexes).matchAll(/create extension if not exists (\w+)/g),
  ]);
  expect([...new Set(named.map(([, name]) => name))].sort()).toEqual(EXTENSIONS);
});

test.each<[string, RegExp, number]>([
  ['keys that the storage refuses', /refuses the bucket "b" .*correct S3_ACCESS_KEY_ID/, 403],
  ['a bucket that does not exist', /There is no bucket "b" at .*correct S3_BUCKET/, 404],
])('refuses to start with %s', async (_, sentence, status) => {
  const server = createHttpServer((_request, response) => response.writeHead(status).end()).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await refusalOf({ DATABASE_URL: database.url, ...s3At(port, PASSWORD) })).toMatch(sentence);
  server.close();
});

test('refuses to start with a storage that does not respond', async () => {
  const refusal = await refusalOf({ DATABASE_URL: database.url, ...s3At(await freePort(), PASSWORD) });
  expect(refusal).toMatch(/The storage at 127\.0\.0\.1:\d+ does not answer \(.+\): start it/);
});

test('a projector starts without a storage, which it does not use', async () => {
  const settings = s3At(await freePort(), PASSWORD);
  const oidc = { OIDC_ISSUER: 'https://issuer.example', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' };
  const projector = { DATABASE_URL: database.url, PARLEY_ROLES: 'projector', ...oidc, ...settings };
  expect(await refusalOf(projector)).toBe('not refused');
});

test('starts with a storage that responds', async () => {
  const double = await S3Double.start();
  const { endpoint, accessKeyId, secretAccessKey } = double.settings('b');
  const s3 = s3At(Number(new URL(endpoint).port), secretAccessKey, accessKeyId);
  expect(await refusalOf({ DATABASE_URL: database.url, ...s3 })).toBe('not refused');
  double.stop();
});

function s3At(port: number, secret: string, id = 'id'): NodeJS.ProcessEnv {
  const S3_ENDPOINT = `http://127.0.0.1:${port}`;
  return { S3_ENDPOINT, S3_BUCKET: 'b', S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret };
}

test('refuses to start with a data folder that cannot be written', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await refusalOf({ DATABASE_URL: database.url, PARLEY_DATA: file })).toMatch(
    /The folder .*file\/files cannot be written \(E\w+\): make it writable/,
  );
});

test('refuses to start with a broker that does not respond', async () => {
  const KAFKA_BROKERS = `127.0.0.1:${await freePort()}`;
  expect(await refusalOf({ DATABASE_URL: database.url, KAFKA_BROKERS })).toMatch(
    /^Kafka \(KAFKA_BROKERS\) does not let us in: /,
  );
});

describe('the process', () => {
  beforeAll(() => {
    const build = spawnSync(join(root, 'scripts/build'), ['server'], { encoding: 'utf8' });
    if (build.status !== 0) throw new Error(build.stderr);
  });

  const other = createServer();
  beforeAll(async () => {
    other.listen(0);
    await once(other, 'listening');
  });
  afterAll(() => other.close());

  test.each<[string, () => NodeJS.ProcessEnv]>([
    ['password', () => ({ DATABASE_URL: urlOf({ user: users.plain, password: `${PASSWORD}!` }) })],
    ['PARLEY_OPERATOR_PORT', () => ({ PARLEY_OPERATOR_PORT: String((other.address() as AddressInfo).port) })],
    ['PARLEY_SMTP_PORT', () => ({ PARLEY_SMTP_PORT: String((other.address() as AddressInfo).port) })],
    ['KAFKA_BROKERS', () => ({ KAFKA_BROKERS: '127.0.0.1:1' })],
  ])('ends with code 1 and one line about %s', async (word, settings) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url, PORT: String(await freePort()) };
    const { child, ...outcome } = await startServerProcess(root, environment({ ...env, ...settings() }));
    await stopProcess(child);
    expect(outcome).toEqual({ ready: undefined, code: 1, errors: expect.stringMatching(/^[^\n]+\.\n$/) });
    expect(outcome.errors).toContain(word);
    expect(outcome.errors).not.toContain(PASSWORD);
  });
});
