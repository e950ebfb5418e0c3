import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import { UpcastingEventStore } from '@parley/event-sourcing/store/upcasting-event-store';
import type { Bus } from '@parley/platform/bus/bus';
import { PostgresBus } from '@parley/platform/bus/postgres/postgres-bus';
import { ConfigError, type Config } from '@parley/platform/config/config';
import { Database, isConnectionError } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';
import { Leases } from '@parley/platform/lease/leases';
import type { Secrets, SubjectKeys } from '@parley/platform/security/keys';
import { checkMasterKey, loadMasterKey, type MasterKey } from '@parley/platform/security/master-key';
import { PostgresSecrets } from '@parley/platform/security/postgres-secrets';
import { PostgresSubjectKeys } from '@parley/platform/security/postgres-subject-keys';
import { LocalStorage } from '@parley/platform/storage/local-storage';
import { S3Storage } from '@parley/platform/storage/s3-storage';
import type { Storage } from '@parley/platform/storage/storage';
import { startEmbeddedPostgres } from './embedded/postgres';
import { migrations } from './migrations';

/** Everything the roles stand on, open and ready. */
export interface Engines {
  config: Config;
  database: Database;
  store: EventStore;
  bus: Bus;
  leases: Leases;
  storage: Storage;
  subjectKeys: SubjectKeys;
  secrets: Secrets;
  masterKey: MasterKey;
  views: PostgresViews;
  close(): Promise<void>;
}

/**
 * Opens the engines that the configuration names, the embedded ones where it names none.
 * @throws StartError
 * @throws ConfigError
 */
export async function openEngines(config: Config): Promise<Engines> {
  const opened: (() => Promise<void>)[] = [];
  /** What was opened last is closed first. */
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    const url = config.databaseUrl ?? (await openEmbedded(config.dataDir, opened));
    await runMigrations(url, migrations).catch((error: unknown) => {
      throw isConnectionError(error) ? unreachable(url, error) : error;
    });
    const database = new Database(url);
    opened.push(() => database.close());
    // With the embedded PostgreSQL there is one process only: after a crash it need not wait for itself.
    const leases = new Leases(database, config.databaseUrl ? {} : { owner: 'only' });

    const masterKey = await loadMasterKey(config);
    await checkMasterKey(database, masterKey);
    const subjectKeys = new PostgresSubjectKeys(database, masterKey);
    const log = await PostgresEventStore.open(database);
    opened.push(() => log.close());
    return {
      config,
      database,
      store: new UpcastingEventStore(new SealedEventStore(log, subjectKeys)),
      bus: new PostgresBus(database, { leases }),
      leases,
      storage: config.s3
        ? new S3Storage(config.s3)
        : new LocalStorage(join(config.dataDir, 'files'), masterKey.purpose('file-urls')),
      subjectKeys,
      secrets: new PostgresSecrets(database, masterKey),
      masterKey,
      views: new PostgresViews(database),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openEmbedded(dataDir: string, opened: (() => Promise<void>)[]): Promise<string> {
  const logger = new Logger('PostgreSQL');
  const postgres = await startEmbeddedPostgres(dataDir, (sentence) => logger.warn(sentence));
  opened.push(() => postgres.stop());
  return postgres.url;
}

/** Without the password that the URL may hold. */
function unreachable(url: string, error: unknown): ConfigError {
  const reason = error instanceof Error && error.message ? error.message : String(error);
  return new ConfigError(`The database at ${new URL(url).host} (DATABASE_URL) does not answer: ${reason}.`);
}
