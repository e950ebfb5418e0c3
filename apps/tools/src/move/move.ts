import { copyFile, mkdir } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join, resolve } from 'node:path';
import { forAllViews } from '@parley/event-sourcing/projection/all-views';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import type { View } from '@parley/event-sourcing/projection/view';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventStoreDbEventStore } from '@parley/event-sourcing/store/eventstoredb/eventstoredb-event-store';
import { appendInOrder } from '@parley/event-sourcing/store/postgres/append-in-order';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import type { Config } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import { checkMasterKey, loadMasterKey, type MasterKey } from '@parley/platform/security/master-key';
import { PostgresSubjectKeys } from '@parley/platform/security/postgres-subject-keys';
import { openDatabase, openedStore, openLog, openStorage, Opened } from '@parley/server/engines';
import { moveCheckpoints } from './checkpoints';
import { copyFiles } from './copy-files';
import { checkCopy, copyLog, type LogCopy, type TargetLog } from './copy-log';
import { copyRows, filledTables } from './copy-rows';
import { MoveRefused } from './move-refused';
import { checkBusIsDrained, checkNoServerRuns } from './source-at-rest';
import { markFinished, markUnfinished, unfinishedSource } from '@parley/platform/database/unfinished-move';

/** Receives the progress of a move. `part` is the share done, from 0 to 1; undefined if the total is unknown. */
export interface MoveReport {
  /** Stops the rebuild of views between two batches. */
  signal?: AbortSignal;
  step(name: string): void | Promise<void>;
  progress(done: number, unit: string, part?: number): void;
  done(sentence: string): void;
}

/** The open engines of the source or the target. */
interface Side {
  config: Config;
  database: Database;
  log: EventStore;
  masterKey: MasterKey;
}

/**
 * Copies an installation to other engines: the log, the tables that are no views, and the files, each only if the two
 * configurations store it in different places. Afterwards the target can be started. The source is unchanged, except
 * for a database that both share. The same call continues an interrupted move.
 * @throws MoveRefused, StartError, ConfigError, ForeignLog
 */
export async function move(from: Config, to: Config, views: View[], report: MoveReport): Promise<void> {
  const opened = new Opened();
  try {
    const source = await openSide(from, opened, undefined);
    const head = await source.log.head();
    const checkRest = async () => {
      await checkNoServerRuns(source.database);
      await checkBusIsDrained(source.database);
      if ((await source.log.head()) === head) return;
      throw new MoveRefused('The source was written to meanwhile: stop whatever runs on it, and move again.');
    };
    await checkRest();
    const target = await openTarget(from, to, source, opened);
    const movesRows = source.database !== target.database;
    const movesLog = source.log.engineId !== target.log.engineId;
    const movesFiles = filesOf(from) !== filesOf(to);
    if (!movesRows && !movesLog && !movesFiles) {
      throw new MoveRefused('Source and target are the same: name another place with the options --to-….');
    }
    if (movesRows) await claimTarget(source.database, target.database);
    const copy = movesLog ? await moveLog(source, target, report) : undefined;
    if (movesRows) await moveRows(source, target, report);
    if (movesFiles) await moveFiles(source, target, report);
    await checkRest();
    if (movesRows || movesLog) {
      await moveCheckpoints(source.database, target.database, {
        from: source.log.engineId,
        to: target.log.engineId,
        positions: copy?.positions,
      });
      await rebuildViews(target, views, report);
    }
    if (movesRows) await markFinished(target.database);
  } finally {
    await opened.close();
  }
}

async function openTarget(from: Config, to: Config, source: Side, opened: Opened): Promise<Side> {
  if (!to.secret) await copySecret(from.dataDir, to.dataDir);
  const isShared = databaseOf(from) === databaseOf(to);
  const target = await openSide(to, opened, isShared ? source.database : undefined);
  if (isShared || (await logIdOf(source.database)) !== (await logIdOf(target.database))) return target;
  throw new MoveRefused('Both addresses lead to the same database: name another one.');
}

async function openSide(config: Config, opened: Opened, shared: Database | undefined): Promise<Side> {
  const database = shared ?? (await openDatabase(config, opened, 'parley-move'));
  const masterKey = await loadMasterKey(config);
  await checkMasterKey(database, masterKey);
  return { config, database, log: await openLog(config, database, opened), masterKey };
}

/** Copies the master key: data stays encrypted when it is moved, so the target needs the source's key. */
async function copySecret(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const [key, copy] = [from, to].map((folder) => join(folder, 'secret.key')) as [string, string];
  if (key === copy) return;
  await copyFile(key, copy, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
    // Opening the target's database will show whether an existing key file contains the right key.
    if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error;
  });
}

/** @throws MoveRefused if the target has data that no earlier try of this move has written */
async function claimTarget(source: Database, target: Database): Promise<void> {
  const id = (await logIdOf(source)) ?? '';
  const begun = await unfinishedSource(target);
  const filled = begun === id ? [] : await filledTables(target);
  if (filled.length > 0 || (begun !== null && begun !== id)) {
    throw new MoveRefused(
      `The target database holds another installation (${filled.join(', ') || 'unfinished'}): name an empty one.`,
    );
  }
  await checkNoServerRuns(target);
  await markUnfinished(target, id);
}

async function moveLog(source: Side, target: Side, report: MoveReport): Promise<LogCopy> {
  await report.step('Copying the event log');
  const positions = await copyLog(source.log, intoLog(target.log, target.database), ({ events, part }) =>
    report.progress(events, 'events', part),
  );
  report.done('done');
  await report.step('Checking the copy');
  const copy = await checkCopy(source.log, target.log, positions, ({ events, part }) =>
    report.progress(events, 'events', part),
  );
  await checkNothingIsLeftOut(source, copy.events);
  report.done(`${copy.events} events, the same in order and content; SHA-256 of their order ${copy.digest}`);
  return copy;
}

/** @returns a target that copies in as few commits as possible */
export function intoLog(log: EventStore, database: Database): TargetLog {
  if (log instanceof EventStoreDbEventStore) return { store: log, pipeline: log.pipeline() };
  if (!(log instanceof PostgresEventStore)) return { store: log };
  return { store: log, appendInOrder: (appends) => appendInOrder(database, appends) };
}

/**
 * Checks that all events were copied. Streams are read by category, so a comparison of the logs does not notice
 * events of an unknown category.
 */
async function checkNothingIsLeftOut({ log, database }: Side, copied: number): Promise<void> {
  if (!(log instanceof PostgresEventStore)) return;
  const { rows } = await database.query<{ count: string }>('select count(*) as count from event_log.event');
  if (Number(rows[0]?.count) === copied) return;
  throw new MoveRefused(
    `The source holds ${rows[0]?.count} events, and ${copied} were copied: some streams are of no known kind.`,
  );
}

async function moveRows(source: Side, target: Side, report: MoveReport): Promise<void> {
  await report.step('Copying accounts, keys, secrets and sessions');
  const rows = await copyRows(source.database, target.database);
  report.done(`${rows} rows, the same by their digests`);
}

async function moveFiles(source: Side, target: Side, report: MoveReport): Promise<void> {
  await report.step('Copying files');
  const { files, bytes } = await copyFiles(
    openStorage(source.config, source.masterKey),
    openStorage(target.config, target.masterKey),
    ({ files: done }) => report.progress(done, 'files'),
  );
  report.done(`${files} files of ${bytes} bytes, each read back`);
}

/** Rebuilds all views, which share one reading of the log. */
export async function rebuildViews(
  target: Omit<Side, 'config'>,
  views: View[],
  report: MoveReport,
): Promise<void> {
  const store = openedStore(target.log, new PostgresSubjectKeys(target.database, target.masterKey));
  await report.step(`Rebuilding ${views.length} views`);
  let folded = 0;
  await forAllViews(
    views,
    (view, options) => rebuildView(store, target.database, view, { ...options, fresh: true }),
    {
      signal: report.signal,
      onProgress({ events, part }) {
        folded = events;
        report.progress(events, 'events', part);
      },
    },
  );
  report.done(`${folded} events folded`);
}

function databaseOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl ?? resolve(dataDir);
}

function filesOf({ s3, dataDir }: Config): string {
  return s3 ? `${s3.endpoint} ${s3.bucket}` : resolve(dataDir, 'files');
}

async function logIdOf(database: Database): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>('select id from event_log.engine');
  return rows[0]?.id;
}
