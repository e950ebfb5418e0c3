import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { loadConfig, type Config } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';
import { checkMasterKey, loadMasterKey } from '@parley/platform/security/master-key';
import { newPath } from '@parley/platform/storage/storage';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { S3Double } from '@parley/testing/s3/s3-double';
import { copyOfDatabase, testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { openEngines, type Engines } from '@parley/server/engines';
import { migrations } from '@parley/server/migrations';
import type { MoveReport } from '../move/move';
import { views } from '@parley/server/features';
import { backUp } from './backup';
import type { Manifest } from './manifest';
import { restore } from './restore';

const silent: MoveReport = { step: () => undefined, progress: () => undefined, done: () => undefined };
const secret = 's'.repeat(40);
const passphrase = 'correct horse battery';
const photo = { path: newPath(), body: Buffer.from([0xff, 0xd8, 0, 1, 2]) };

/** Tests use only two of the views, to be fast; the first test uses all views. */
const twoViews = views.filter(({ name }) => name === 'access' || name === 'inbox');

/** Database of an installation with data, prepared once. Tests copy it and never connect to it. */
let prepared: TestDatabase;
/** Folder with the data folder of the prepared installation and a backup of it. */
let preparedFolder: string;
/** A copy of the prepared database that no test changes. */
let unchanged: TestDatabase;
/** The source database: either the unchanged one or the test's own. */
let source: TestDatabase;
let target: TestDatabase;
let folder: string;

beforeAll(async () => {
  prepared = await testDatabase();
  preparedFolder = await mkdtemp(join(tmpdir(), 'parley-backup-source-'));
  await fill(configOf(prepared, join(preparedFolder, 'source')));
  await prepared.close();
  source = unchanged = await copyOfDatabase(prepared.url);
  await backUp(from(), join(preparedFolder, 'backup'), {}, silent);
});
afterAll(async () => {
  await Promise.all([unchanged.drop(), prepared.drop(), rm(preparedFolder, { recursive: true })]);
});

beforeEach(async () => {
  source = unchanged;
  target = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
});
afterEach(async () => {
  if (source !== unchanged) await source.drop();
  await Promise.all([target.drop(), rm(folder, { recursive: true })]);
});

const inFolder = (name: string) => join(folder, name);
const configOf = (database: Database, dataDir: string, more: NodeJS.ProcessEnv = {}) =>
  loadConfig({ DATABASE_URL: database.url, PARLEY_DATA: dataDir, PARLEY_SECRET: secret, ...more });
const from = (more?: NodeJS.ProcessEnv) => configOf(source, join(preparedFolder, 'source'), more);
const to = (more?: NodeJS.ProcessEnv) => configOf(target, inFolder('target'), more);
const backingUp = (config = from(), options = {}, report = silent) =>
  backUp(config, inFolder('backup'), options, report);
const restoring = (config = to(), options = {}, report = silent, rebuilt = twoViews) =>
  restore(config, inFolder('backup'), options, rebuilt, report);
/** Copies the backup of the prepared installation into the test's folder. */
const backedUp = () => cp(join(preparedFolder, 'backup'), inFolder('backup'), { recursive: true });

async function running<T>(config: Config, work: (engines: Engines) => Promise<T>): Promise<T> {
  const engines = await openEngines(config);
  try {
    return await work(engines);
  } finally {
    await engines.close();
  }
}

/** @returns the events of conversations whose texts and ids contain this word */
function conversations(word: string): ConversationHistory {
  const history = new ConversationHistory();
  history.user(`tom ${word}`, 'user');
  history.channel(`whatsapp ${word}`);
  for (let n = 0; n < 20; n++) {
    const contact = `${word} contact ${n}`;
    history.start(`${word} ${n}`, { contact });
    history.receive(`${word} ${n}`, `${word} message ${n}`, { contact });
  }
  return history;
}

async function tell({ store }: Engines, { events }: ConversationHistory): Promise<void> {
  for (const { stream, version: _, position: __, ...event } of events) {
    await store.append(stream, [event], { expected: 'any', customerId: event.customerId });
  }
}

/** Fills an installation with encrypted messages, keys, a secret, a session, a job, a bus message and a file. */
async function fill(config: Config): Promise<void> {
  await running(config, async (engines) => {
    const { database } = engines;
    await tell(engines, conversations('past'));
    // Leaves a gap in the positions, like an append that was rolled back.
    await database.query(`select nextval('event_log.position')`);
    await tell(engines, conversations('near'));
    for (const view of views) await rebuildView(engines.store, database, view);
    await engines.storage.put(photo.path, photo.body, 'image/jpeg');
    await engines.secrets.put(conversations('past').customerId, 'channel-1', 'token', 'EAAG-secret');
    await engines.bus.publish('channels.outbound.v1', [
      { key: 'k', id: 'i', value: Buffer.from([0, 92, 10, 255]), headers: { odd: 'a\tb\\\n' } },
    ]);
    await database.query(
      `insert into parley.reaction_checkpoint values ('outbound', lpad($1, 20, '0'), $2)`,
      [await engines.store.head(), engines.store.engineId],
    );
    await database.query(
      `insert into parley.session (id_hash, customer_id, user_id, sealed_tokens, token_expires_at, expires_at)
       values ('\\x00ff', gen_random_uuid(), gen_random_uuid(), 'sealed', now(), 'infinity')`,
    );
  });
}

/** @returns the contents of all tables, except those that a restore fills again */
async function keptOf(database: Database): Promise<Record<string, unknown>> {
  const {
    view_checkpoint: _,
    view_sample: _____,
    view_comparison: ______,
    change: __,
    lease: ___,
    lease_member: ____,
    lease_pool: _______,
    ...parley
  } = await contentsOf(database, 'parley');
  const migrated = (parley.migration as { row: { name: string } }[]).map(({ row }) => row.name);
  return {
    ...parley,
    migration: migrated.sort(),
    ...(await contentsOf(database, 'event_log')),
    ...(await contentsOf(database, 'bus')),
  };
}

async function wordsIn({ database, store }: Engines): Promise<string[]> {
  const { rows } = await database.query<{ name: string; customer_id: string }>(
    `select name, customer_id from event_log.stream where name like 'message-%'`,
  );
  const words: string[] = [];
  for (const { name, customer_id: customerId } of rows) {
    for await (const { data } of store.readStream(name, { customerId })) {
      words.push((data as { personal: { content: { text: string } } }).personal.content.text);
    }
  }
  return words;
}

test('restores the log, every table, every view and every file as in the source', async () => {
  const before = await keptOf(source);
  await backingUp();
  expect(await keptOf(source)).toEqual(before);
  await restoring(to(), {}, silent, views);
  expect(await keptOf(target)).toEqual(before);
  for (const { name } of views)
    expect(await contentsOf(target, name)).toEqual(await contentsOf(source, name));
  await running(to(), async (engines) => {
    expect(await engines.storage.get(photo.path)).toEqual(photo.body);
    expect(await wordsIn(engines)).toHaveLength(40);
    const { customerId } = conversations('past');
    expect(await engines.secrets.get(customerId, 'channel-1', 'token')).toBe('EAAG-secret');
  });
});

test('continues after a restore at positions that the source had never used', async () => {
  source = await copyOfDatabase(prepared.url);
  await backedUp();
  const later = await running(from(), async (engines) => {
    await tell(engines, conversations('lost'));
    return engines.store.head();
  });
  await restoring();
  await running(to(), async (engines) => {
    const [first] = conversations('new').events;
    const { stream, version: _, position: __, ...event } = first!;
    const { customerId } = event;
    const { position } = await engines.store.append(stream, [event], { expected: 'any', customerId });
    expect(position > later!).toBe(true);
    await engines.bus.publish('channels.outbound.v1', [
      { key: 'k', id: 'j', value: Buffer.from('x'), headers: {} },
    ]);
    const heard: string[] = [];
    const stop = new AbortController();
    await engines.bus.consume(
      'channels.outbound.v1',
      'worker',
      async (messages) => {
        heard.push(...messages.map(({ id }) => id));
        if (heard.length === 2) stop.abort();
      },
      { signal: stop.signal },
    );
    expect(heard).toEqual(['i', 'j']);
    expect(await wordsIn(engines)).toHaveLength(40);
  });
});

test('backs up the state of a single moment while users write: each event has its predecessor and its key', async () => {
  source = await copyOfDatabase(prepared.url);
  const acknowledged = new Set<string>();
  const atStart = await running(from(), async (engines) => {
    let isOver = false;
    const writing = Array.from({ length: 4 }, async (_, writer) => {
      for (let round = 0; !isOver; round++) {
        const { events } = conversations(`writer ${writer} round ${round}`);
        for (const { stream, version: __, position: ___, ...event } of events) {
          if (isOver) return;
          const { customerId } = event;
          await engines.store.append(stream, [event], { expected: 'any', customerId });
          acknowledged.add(event.id);
        }
      }
    });
    while (acknowledged.size < 200) await new Promise((resolve) => setImmediate(resolve));
    const before = new Set(acknowledged);
    await backingUp();
    isOver = true;
    await Promise.all(writing);
    return before;
  });
  await restoring();
  await running(to(), async (engines) => {
    const { rows } = await engines.database.query<{ ids: string[] }>(
      'select array_agg(id::text) as ids from event_log.event',
    );
    const ids = new Set(rows[0]?.ids);
    expect([...atStart].filter((id) => !ids.has(id))).toEqual([]);
    const { rows: written } = await source.query<{ ids: string[] }>(
      'select array_agg(id::text) as ids from event_log.event',
    );
    expect([...ids].filter((id) => !written[0]?.ids.includes(id))).toEqual([]);
    // More events were written during the backup than it contains.
    expect(ids.size).toBeLessThan(written[0]?.ids.length ?? 0);
    const { rows: gaps } = await engines.database.query(
      `select from event_log.stream s where version + 1 <>
         (select count(*) from event_log.event e where e.stream_no = s.no and e.version <= s.version)`,
    );
    expect(gaps).toEqual([]);
    // Reading decrypts each event with its subject's key, so a missing key would fail.
    expect((await wordsIn(engines)).length).toBeGreaterThan(40);
  });
});

test('makes a backup readable by its owner only, with no key unencrypted', async () => {
  await backingUp(from(), { passphrase });
  expect((await stat(inFolder('backup'))).mode & 0o777).toBe(0o700);
  for (const name of await readdir(inFolder('backup'), { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const path = join(name.parentPath, name.name);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await readFile(path)).includes(secret)).toBe(false);
  }
});

describe('the master key', () => {
  const withoutSecret = { PARLEY_SECRET: undefined };

  test('is stored in the backup encrypted with a passphrase', async () => {
    source = await testDatabase();
    const config = configOf(source, inFolder('source'), withoutSecret);
    await fill(config);
    await backingUp(config, { passphrase });
    await expect(restoring(to(withoutSecret))).rejects.toThrow('Set BACKUP_PASSPHRASE');
    await expect(restoring(to(withoutSecret), { passphrase: 'another long one' })).rejects.toThrow(
      'is not the one that this backup was made with',
    );
    await restoring(to(withoutSecret), { passphrase });
    await running(to(withoutSecret), async (engines) => expect(await wordsIn(engines)).toHaveLength(40));
  });

  test('is written to a file if it was a setting of the source', async () => {
    await backingUp(from(), { passphrase });
    await expect(restoring(to(withoutSecret), { passphrase })).rejects.toThrow('set it, and restore again');
    expect((await readFile(inFolder('target/parley-secret'), 'utf8')).trim()).toBe(secret);
  });

  test('is checked before the restore changes anything; a wrong key is refused', async () => {
    await backedUp();
    await expect(restoring(to(withoutSecret))).rejects.toThrow('does not hold the key');
    await expect(restoring(to({ PARLEY_SECRET: 'x'.repeat(40) }))).rejects.toThrow('with another key');
    await restoring();
  });

  test('cannot be encrypted with a passphrase that is easy to guess', async () => {
    await expect(backingUp(from(), { passphrase: 'short' })).rejects.toThrow('at least 12 characters');
  });
});

test.each(['Putting tables back', 'Putting files back', `Rebuilding ${twoViews.length} views`])(
  'keeps servers from starting after a restore was interrupted at "%s", and completes it on the same command',
  async (where) => {
    await backedUp();
    const breaking = {
      ...silent,
      step(name: string) {
        if (name.startsWith(where)) throw new Error('broken off');
      },
    };
    await expect(restoring(to(), {}, breaking)).rejects.toThrow('broken off');
    await expect(openEngines(to())).rejects.toThrow('has not been finished');
    await restoring();
    expect(await keptOf(target)).toEqual(await keptOf(source));
  },
);

describe('targets that are not empty', () => {
  test('refuses a backup into a folder with files', async () => {
    await backedUp();
    await expect(backingUp()).rejects.toThrow('is not empty');
  });

  test('refuses a restore into a database with data', async () => {
    await backedUp();
    await restoring();
    const before = await keptOf(target);
    await expect(restoring()).rejects.toThrow('here is the schema access, ');
    expect(await keptOf(target)).toEqual(before);
  });

  test('keeps a schema of another program that has the name of a view', async () => {
    await backedUp();
    await target.query('create schema inbox');
    await target.query('create table inbox.letter (text text)');
    await expect(restoring()).rejects.toThrow('here is the schema inbox');
    await target.query('select from inbox.letter');
  });

  test('refuses a restore into a storage with files, or while a server runs', async () => {
    await backedUp();
    await expect(restoring(configOf(target, join(preparedFolder, 'source')))).rejects.toThrow(
      'here is the file',
    );
    await running(from(), () => expect(restoring(from())).rejects.toThrow('Parley is running'));
  });
});

describe('invalid backups, which are refused before anything changes', () => {
  const manifest = () => inFolder('backup/manifest.json');

  async function edit(change: (manifest: Manifest) => Manifest): Promise<void> {
    await writeFile(
      manifest(),
      JSON.stringify(change(JSON.parse(await readFile(manifest(), 'utf8')) as Manifest)),
    );
  }

  beforeEach(async () => {
    await backedUp();
  });
  afterEach(async () => {
    const { rows } = await target.query(`select from pg_namespace where nspname in ('event_log', 'inbox')`);
    expect(rows).toEqual([]);
  });

  test('are refused without a manifest', async () => {
    await rm(manifest());
    await expect(restoring()).rejects.toThrow('holds no whole backup');
  });

  test('are refused with damaged or missing parts', async () => {
    await appendFile(inFolder('backup/tables/event_log.event.copy.gz'), 'x');
    await expect(restoring()).rejects.toThrow('event_log.event.copy.gz of the backup is damaged');
    await rm(inFolder('backup/tables/event_log.event.copy.gz'));
    await expect(restoring()).rejects.toThrow('cannot be read');
  });

  test('are refused if a newer version made them, or if their format is unknown', async () => {
    await edit((made) => ({ ...made, migrations: [...made.migrations, 'Later2099'] }));
    await expect(restoring()).rejects.toThrow('made by a newer Parley (Later2099)');
    await edit((made) => ({ ...made, format: 2 as 1 }));
    await expect(restoring()).rejects.toThrow('is none that this Parley can read');
  });
});

test('does not restore a damaged file of the backup', async () => {
  await backedUp();
  await writeFile(inFolder(`backup/files/${photo.path}`), 'other');
  await expect(restoring()).rejects.toThrow(`files/${photo.path} of the backup is damaged`);
  await expect(openEngines(to())).rejects.toThrow('has not been finished');
});

test('restores a backup of an older version and migrates it', async () => {
  const byTime = [...migrations].sort((a, b) => a.name.slice(-13).localeCompare(b.name.slice(-13)));
  const older = byTime.slice(0, -1);
  source = await testDatabase();
  await runMigrations(source.url, older);
  await checkMasterKey(source, await loadMasterKey(from()));
  const { migrations: made } = await backingUp();
  expect(made).toEqual(older.map(({ name }) => name));
  await restoring();
  const { rows } = await target.query('select count(*)::int as count from parley.migration');
  expect(rows).toEqual([{ count: migrations.length }]);
});

test('refuses to back up a database on which Parley never started', async () => {
  source = await testDatabase();
  await expect(backingUp()).rejects.toThrow('No Parley was ever started');
});

test('backs up a log in a fake EventStoreDB, and restores it into another one or into PostgreSQL', async () => {
  const [one, another] = [await EventStoreDbDouble.start(), await EventStoreDbDouble.start()];
  try {
    source = await testDatabase();
    const config = from({ EVENTSTORE_URL: one.url });
    await running(config, async (engines) => {
      await tell(engines, conversations('past'));
      await engines.database.query(`insert into parley.reaction_checkpoint values ('outbound', $1, $2)`, [
        await engines.store.head(),
        engines.store.engineId,
      ]);
    });
    const { log } = await backingUp(config);
    expect(log).toMatchObject({ events: conversations('past').events.length });
    for (const engine of [{ EVENTSTORE_URL: another.url }, {}]) {
      await restoring(to(engine));
      await running(to(engine), async ({ store, database }) => {
        const { rows } = await database.query('select position, engine_id from parley.reaction_checkpoint');
        expect(rows).toEqual([{ position: await store.head(), engine_id: store.engineId }]);
        const { stream, customerId } = conversations('past').events.at(-1)!;
        for await (const { data } of store.readStream(stream, { customerId })) {
          expect(data).toMatchObject({ personal: { content: { text: 'past message 19' } } });
        }
      });
      await target.drop();
      target = await testDatabase();
      await rm(inFolder('target'), { recursive: true, force: true });
    }
  } finally {
    await Promise.all([one.stop(), another.stop()]);
  }
});

test('backs up files in an S3-compatible storage, and restores them into another bucket', async () => {
  const double = await S3Double.start();
  const inBucket = (bucket: string) => {
    const { endpoint, accessKeyId, secretAccessKey } = double.settings(bucket);
    const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
    return { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, ...keys };
  };
  try {
    const config = from(inBucket('one'));
    const more = Array.from({ length: 4 }, () => newPath());
    await running(config, async ({ storage }) => {
      await storage.put(photo.path, photo.body, 'image/jpeg');
      for (const path of more) await storage.put(path, Buffer.from(path), 'text/plain');
    });
    // An object in the bucket that Parley did not store; a backup omits it.
    double.objects.set('/one/no path/of ours!', { body: Buffer.from('x'), contentType: 'text/plain' });
    expect((await backingUp(config)).files.count).toBe(5);
    await restoring(to(inBucket('two')));
    await running(to(inBucket('two')), async ({ storage }) => {
      expect(await storage.get(photo.path)).toEqual(photo.body);
      for (const path of more) expect(await storage.get(path)).toEqual(Buffer.from(path));
    });
  } finally {
    double.stop();
  }
});

test('refuses to restore a log of PostgreSQL while another engine is configured', async () => {
  const double = await EventStoreDbDouble.start();
  try {
    await backedUp();
    await expect(restoring(to({ EVENTSTORE_URL: double.url }))).rejects.toThrow('scripts/move');
  } finally {
    await double.stop();
  }
});
