import { access, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { View } from '@parley/event-sourcing/projection/view';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import type { Config } from '@parley/platform/config/config';
import type { Database, Sql } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';
import { checkMasterKey, loadMasterKey, type MasterKey } from '@parley/platform/security/master-key';
import { openText, Unsealable } from '@parley/platform/security/sealing';
import type { Storage } from '@parley/platform/storage/storage';
import { Opened, openDatabase, openLog, openStorage } from '@parley/server/engines';
import { migrations } from '@parley/server/migrations';
import { moveCheckpoints } from '../move/checkpoints';
import { checkCopy, copyLog } from '../move/copy-log';
import { intoLog, rebuildViews, type MoveReport } from '../move/move';
import { checkNoServerRuns } from '../move/source-at-rest';
import { markFinished, markUnfinished, unfinishedSource } from '@parley/platform/database/unfinished-move';
import { isInTables } from './backup';
import { BackupRefused } from './backup-refused';
import { readManifest, type Manifest, type StoredEvents } from './manifest';
import { checkPacked } from './packed-file';
import { openSecret } from './sealed-secret';
import { restoreFiles } from './stored-files';
import { StoredLog } from './stored-log';
import { nameOf, onOwnConnection, restoreTable, SCHEMAS } from './tables';

/**
 * Schemas that migrations create. They are not in a backup, since the logins that they serve belong to the database
 * server.
 */
const ANALYSTS = ['analytics_v1', 'analytics'];

/**
 * Number of positions that a restored log skips. New events must not get positions that the old log used after the
 * backup, since an open window may have such a position as its cursor.
 */
const POSITIONS_LEFT_OUT = 1_000_000;

/**
 * Restores a backup into empty engines, and rebuilds the views. The same call continues an interrupted restore; until
 * it is complete, no server starts on the engines.
 * @param passphrase decrypts the master key in the backup
 * @throws BackupRefused, MoveRefused, StartError, ConfigError
 */
export async function restore(
  config: Config,
  folder: string,
  { passphrase }: { passphrase?: string },
  views: View[],
  report: MoveReport,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  checkVersion(manifest);
  const opened = new Opened();
  try {
    await checkBackup(folder, manifest, report);
    const masterKey = await masterKeyOf(config, manifest, passphrase);
    const database = await openDatabase(config, opened, 'parley-restore', []);
    await checkNoServerRuns(database);
    const storage = openStorage(config, masterKey);
    await claimTarget(database, storage, manifest, views);
    await restoreTables(database, folder, manifest, report);
    await restoreAllFiles(storage, folder, manifest, report);
    await runMigrations(database.url, migrations);
    await checkMasterKey(database, masterKey);
    const log = await openLog(config, database, opened);
    if (manifest.log) await restoreLog(log, database, folder, manifest.log, report);
    else if (!isInTables(log)) {
      throw new BackupRefused(
        'The log of this backup is that of PostgreSQL: put it back without EVENTSTORE_URL, then take it along with scripts/move.',
      );
    }
    await rebuildViews({ log, database, masterKey }, views, report);
    await database.query('analyze');
    await markFinished(database);
    return manifest;
  } finally {
    await opened.close();
  }
}

function checkVersion({ migrations: made }: Manifest): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = made.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new BackupRefused(
    `This backup was made by a newer Parley (${unknown.join(', ')}): put it back with that one, or a later one.`,
  );
}

/**
 * Checks all parts of the backup before anything is changed, except files, which are checked one by one when they are
 * restored.
 */
async function checkBackup(folder: string, { tables, log }: Manifest, report: MoveReport): Promise<void> {
  await report.step('Checking the backup');
  for (const file of log ? [...tables, log] : tables) await checkPacked(folder, file);
  report.done('every part is as it was written');
}

/**
 * Finds the master key: from the configuration, from the data folder, or from the backup. A key from the backup is
 * written to the data folder.
 * @throws BackupRefused if there is none, or if it does not fit the backup
 */
async function masterKeyOf(
  config: Config,
  { keyCheck, secret }: Manifest,
  passphrase: string | undefined,
): Promise<MasterKey> {
  const path = join(config.dataDir, 'secret.key');
  const isThere = config.secret !== undefined || (await exists(path));
  if (!isThere && !secret) {
    throw new BackupRefused(
      `This backup does not hold the key of what is sealed in it: set PARLEY_SECRET, or put the secret.key that belongs to it at ${path}.`,
    );
  }
  if (!isThere && secret) {
    if (!passphrase) throw new BackupRefused('Set BACKUP_PASSPHRASE: it opens the key in this backup.');
    const key = await openSecret(secret, passphrase);
    if (!/^[0-9a-f]{64}$/.test(key)) {
      const apart = join(config.dataDir, 'parley-secret');
      await writeSecret(config.dataDir, apart, key);
      throw new BackupRefused(
        `The key is a PARLEY_SECRET. It is in ${apart} now: set it, and restore again.`,
      );
    }
    await writeSecret(config.dataDir, path, key);
  }
  return checkedKey(await loadMasterKey(config), keyCheck);
}

function checkedKey(masterKey: MasterKey, keyCheck: string): MasterKey {
  try {
    openText(masterKey.purpose('check'), keyCheck, 'check');
    return masterKey;
  } catch (error) {
    if (!(error instanceof Unsealable)) throw error;
    throw new BackupRefused(
      'What is sealed in this backup was sealed with another key: set the PARLEY_SECRET, or put the secret.key into the data folder, that belongs to it.',
    );
  }
}

async function writeSecret(dataDir: string, path: string, key: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(`${key}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Removes what an earlier try with this backup has restored, and marks the restore as unfinished.
 * @throws BackupRefused if there is other data
 */
async function claimTarget(
  database: Database,
  storage: Storage,
  { id, migrations: made }: Manifest,
  views: View[],
): Promise<void> {
  const schemas = [...SCHEMAS, ...views.map(({ name }) => name)];
  if ((await unfinishedSource(database)) !== id) {
    const found = await whatIsIn(database, schemas);
    for await (const { path } of storage.list()) {
      found.push(`the file ${path}`);
      break;
    }
    if (found.length > 0) {
      throw new BackupRefused(
        `A backup is put back into an empty database and an empty storage, and here is ${found.join(', ')}.`,
      );
    }
  }
  await database.transaction(async (tx) => {
    for (const schema of [...schemas, ...ANALYSTS])
      await tx.query(`drop schema if exists "${schema}" cascade`);
    await tx.query('create schema parley');
    await markUnfinished(tx, id);
  });
  // Creates the tables as of the backup's version, into which its rows fit.
  await runMigrations(
    database.url,
    migrations.filter(({ name }) => made.includes(name)),
  );
}

/**
 * @returns the data that is already in the database. Any schema with one of Parley's names counts, since another
 * program may own it; the list of migrations does not, since it was created just now.
 */
async function whatIsIn(database: Database, schemas: string[]): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select distinct 'the schema ' || nspname as name from pg_namespace n
      where nspname = any($1) and (nspname <> 'parley'
         or exists (select from pg_class c where c.relnamespace = n.oid and relkind = 'r' and relname <> 'migration'))
      order by 1`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}

async function restoreTables(
  database: Database,
  folder: string,
  { tables }: Manifest,
  report: MoveReport,
): Promise<void> {
  await report.step('Putting tables back');
  await onOwnConnection(database.url, async (client) => {
    await client.query('begin');
    await client.query(`truncate ${tables.map(nameOf).join(', ')}`);
    let rows = 0;
    for (const table of tables) {
      await restoreTable(client, folder, table);
      rows += table.rows;
      report.progress(rows, 'rows');
    }
    await leavePositionsOut(client);
    await client.query('commit');
    report.done(`${rows} rows of ${tables.length} tables, each the same by its digest`);
  });
}

async function leavePositionsOut(sql: Sql): Promise<void> {
  await sql.query(
    `select setval('event_log.position', highest + $1) from (select max(position) as highest from event_log.event) e
      where highest is not null`,
    [POSITIONS_LEFT_OUT],
  );
}

async function restoreLog(
  log: EventStore,
  database: Database,
  folder: string,
  stored: StoredEvents,
  report: MoveReport,
): Promise<void> {
  const source = new StoredLog(folder, stored);
  await report.step('Putting the event log back');
  const positions = await copyLog(source, intoLog(log, database), ({ events, part }) =>
    report.progress(events, 'events', part),
  );
  const { events } = await checkCopy(source, log, positions, ({ events: done, part }) =>
    report.progress(done, 'events', part),
  );
  if (events !== stored.events) throw new BackupRefused(`The backup lacks ${stored.events - events} events.`);
  report.done(`${events} events, the same in order and content`);
  await moveCheckpoints(database, database, { from: stored.engineId, to: log.engineId, positions });
}

async function restoreAllFiles(
  storage: Storage,
  folder: string,
  { files: { count } }: Manifest,
  report: MoveReport,
): Promise<void> {
  await report.step('Putting files back');
  const { files, bytes } = await restoreFiles(folder, storage, (done) =>
    report.progress(done, 'files', done / Math.max(count, 1)),
  );
  if (files !== count) throw new BackupRefused(`The backup lists ${files} of its ${count} files.`);
  report.done(`${files} files of ${bytes} bytes, each read back`);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
