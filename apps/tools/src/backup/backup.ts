import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import type { Config } from '@parley/platform/config/config';
import type { Database, Sql } from '@parley/platform/database/database';
import { checkMasterKey, loadMasterKey, type MasterKey } from '@parley/platform/security/master-key';
import { Opened, openDatabase, openLog, openStorage, TOOL_APPLICATION } from '@parley/server/engines';
import type { MoveReport } from '../move/move';
import { isMoveUnfinished } from '@parley/platform/database/unfinished-move';
import { BackupRefused } from './backup-refused';
import { writeManifest, type Manifest, type StoredEvents } from './manifest';
import { checkPassphrase, sealSecret } from './sealed-secret';
import { storeFiles } from './stored-files';
import { storeLog } from './stored-log';
import { onOwnConnection, SCHEMAS, storeTable, tablesToKeep } from './tables';

/**
 * Writes all data of an installation into an empty folder, whether it runs or not. The tables are copied as of one
 * moment. A log in another engine is copied up to a moment before that. Files are copied afterwards, since they never
 * change.
 * @param passphrase encrypts the master key in the backup; without a passphrase, the backup does not contain the
 * key
 * @throws BackupRefused, StartError, ConfigError
 */
export async function backUp(
  config: Config,
  folder: string,
  { passphrase }: { passphrase?: string },
  report: MoveReport,
): Promise<Manifest> {
  const opened = new Opened();
  try {
    if (passphrase) checkPassphrase(passphrase);
    await makeFolder(folder);
    // No migrations are run: a backup is made before an upgrade, perhaps already by the new version.
    const database = await openDatabase(config, opened, TOOL_APPLICATION, []);
    await checkHasAny(database);
    const masterKey = await loadMasterKey(config);
    await checkMasterKey(database, masterKey);
    const secret = passphrase ? await sealSecret(await secretOf(config), passphrase) : null;
    const log = await openLog(config, database, opened);
    // The head is read before the tables, so that the tables contain the keys for all events up to this head.
    const head = await log.head();
    const stored = await storeTables(database, folder, log, report);
    const events = isInTables(log) ? null : await storeEvents(log, head, folder, report);
    const files = await storeAllFiles(config, masterKey, folder, report);
    const manifest: Manifest = { format: 1, id: randomUUID(), ...stored, log: events, files, secret };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await opened.close();
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new BackupRefused(`${folder} is not empty: name a new folder for each backup.`);
  }
  for (const name of ['tables', 'files']) await mkdir(join(folder, name), { mode: 0o700 });
}

async function checkHasAny(database: Database): Promise<void> {
  if (await isMoveUnfinished(database)) {
    throw new BackupRefused('A move or a restore into this database has not been finished.');
  }
  const { rows } = await database.query<{ found: boolean }>(
    `select to_regclass('parley.master_key_check') is not null as found`,
  );
  if (!rows[0]?.found) throw new BackupRefused('No Parley was ever started on this database.');
}

async function secretOf({ secret, dataDir }: Config): Promise<string> {
  return secret ?? (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim();
}

/** Whether the log is in the tables of the database. */
export function isInTables(log: EventStore): boolean {
  return log instanceof PostgresEventStore;
}

/** Copies all tables in one transaction, so that they are copied as of one moment. */
async function storeTables(
  database: Database,
  folder: string,
  log: EventStore,
  report: MoveReport,
): Promise<Pick<Manifest, 'at' | 'migrations' | 'tables' | 'keyCheck'>> {
  return onOwnConnection(database.url, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const { at, migrations, keyCheck } = await describe(client);
    const schemas = isInTables(log) ? SCHEMAS : SCHEMAS.filter((schema) => schema !== 'event_log');
    const tables: Manifest['tables'] = [];
    await report.step('Backing up tables');
    let rows = 0;
    for (const table of await tablesToKeep(client, schemas)) {
      const stored = await storeTable(client, folder, table);
      tables.push(stored);
      rows += stored.rows;
      report.progress(rows, 'rows');
    }
    await client.query('commit');
    report.done(`${rows} rows of ${tables.length} tables, as they were at ${at}`);
    return { at, migrations, tables, keyCheck };
  });
}

async function describe(sql: Sql): Promise<Pick<Manifest, 'at' | 'migrations' | 'keyCheck'>> {
  const { rows } = await sql.query<{ at: Date; migrations: string[]; key_check: string }>(
    `select now() as at, (select array_agg(name::text order by timestamp) from parley.migration) as migrations,
            (select sealed from parley.master_key_check) as key_check`,
  );
  const [row] = rows;
  if (!row) throw new BackupRefused('The database tells nothing of itself.');
  return { at: row.at.toISOString(), migrations: row.migrations, keyCheck: row.key_check };
}

async function storeEvents(
  log: EventStore,
  head: string | null,
  folder: string,
  report: MoveReport,
): Promise<StoredEvents> {
  await report.step('Backing up the event log');
  const stored = await storeLog(log, head, folder, (events, part) => report.progress(events, 'events', part));
  report.done(`${stored.events} events`);
  return stored;
}

async function storeAllFiles(
  config: Config,
  masterKey: MasterKey,
  folder: string,
  report: MoveReport,
): Promise<Manifest['files']> {
  await report.step('Backing up files');
  const { files, bytes } = await storeFiles(openStorage(config, masterKey), folder, (done) =>
    report.progress(done, 'files'),
  );
  report.done(`${files} files of ${bytes} bytes`);
  return { count: files, bytes };
}
