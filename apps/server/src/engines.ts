import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { PostgresViews } from '@parley/event-sourcing/projection/postgres-views';
import { ParkedReactions } from '@parley/event-sourcing/reaction/parked-reactions';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventStoreAway } from '@parley/event-sourcing/store/eventstoredb/away';
import { EventStoreDbEventStore } from '@parley/event-sourcing/store/eventstoredb/eventstoredb-event-store';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import { SharedEventStore } from '@parley/event-sourcing/store/shared-event-store';
import { UpcastingEventStore } from '@parley/event-sourcing/store/upcasting-event-store';
import type { Bus } from '@parley/platform/bus/bus';
import { KafkaBus } from '@parley/platform/bus/kafka/kafka-bus';
import { ParkedMessages } from '@parley/platform/bus/parked-messages';
import { PostgresBus } from '@parley/platform/bus/postgres/postgres-bus';
import { ConfigError, type Config, type ProcessRole } from '@parley/platform/config/config';
import { Database } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';
import { Notices } from '@parley/platform/database/notices';
import { checkDatabase, createExtensions, explainDatabase } from '@parley/platform/database/start-check';
import { Leases } from '@parley/platform/lease/leases';
import { CountedMailer } from '@parley/platform/mail/counted-mailer';
import { FolderMailer } from '@parley/platform/mail/folder-mailer';
import type { Mailer } from '@parley/platform/mail/mailer';
import { SmtpMailer } from '@parley/platform/mail/smtp-mailer';
import type { Secrets, SubjectKeys } from '@parley/platform/security/keys';
import { checkMasterKey, loadMasterKey, type MasterKey } from '@parley/platform/security/master-key';
import { PostgresSecrets } from '@parley/platform/security/postgres-secrets';
import { PostgresSubjectKeys } from '@parley/platform/security/postgres-subject-keys';
import { LocalStorage } from '@parley/platform/storage/local-storage';
import { S3Storage } from '@parley/platform/storage/s3-storage';
import { StorageUnusable, type Storage } from '@parley/platform/storage/storage';
import { storageHealth } from '@parley/platform/storage/storage-health';
import { databaseHealth, type HealthCheck } from '@parley/platform/telemetry/health';
import { startEmbeddedPostgres } from '@parley/embedded/postgres/postgres';
import { reachEmbeddedPostgres } from '@parley/embedded/postgres/reach-postgres';
import { StartError } from '@parley/platform/config/start-error';
import { migrations } from './migrations';
import { isMoveUnfinished } from '@parley/platform/database/unfinished-move';
import { parkedHealth } from './parked-health';

/** The opened engines and everything else that the roles need. */
export interface Engines {
  config: Config;
  database: Database;
  store: EventStore;
  bus: Bus;
  leases: Leases;
  storage: Storage;
  mailer: Mailer;
  subjectKeys: SubjectKeys;
  secrets: Secrets;
  masterKey: MasterKey;
  views: PostgresViews;
  /** Checks of the engines that can fail while this process runs. */
  healthChecks: HealthCheck[];
  close(): Promise<void>;
}

/** PostgreSQL extensions that views need. */
export const EXTENSIONS = ['btree_gin', 'pg_trgm'];

/** Roles that read or write files. */
const STORAGE_ROLES: ProcessRole[] = ['api', 'ingress', 'worker'];

/** The `application_name` of a server's connections, by which tools detect a running server. */
export const SERVER_APPLICATION = 'parley';

/** The `application_name` of a tool's connections. A tool may run at the same time as a server. */
export const TOOL_APPLICATION = 'parley-tool';

/** A list of opened resources, which it closes in reverse order. */
export class Opened {
  private readonly closers: (() => Promise<void>)[] = [];

  onClose(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  async close(): Promise<void> {
    for (const closeOne of this.closers.splice(0).reverse()) await closeOne();
  }
}

/**
 * Opens the engines that the configuration names, and the embedded ones for all others.
 * @param application `TOOL_APPLICATION` for a tool, which may open an embedded PostgreSQL beside a running server
 * @throws StartError
 * @throws ConfigError
 */
export async function openEngines(config: Config, application = SERVER_APPLICATION): Promise<Engines> {
  const opened = new Opened();
  try {
    const database = await openDatabase(config, opened, application);
    await createExtensions(database.url, EXTENSIONS);
    if (await isMoveUnfinished(database)) {
      throw new StartError(
        'A move or a restore into this database has not been finished: run the same scripts/move or scripts/restore again.',
      );
    }
    // An embedded PostgreSQL serves a single process. All its leases have the same owner, so that the process need
    // not wait for its own leases after a crash.
    const leases = new Leases(database, config.databaseUrl ? {} : { owner: 'only' });
    const masterKey = await loadMasterKey(config);
    await checkMasterKey(database, masterKey);
    database.notices = new Notices(masterKey.purpose('notices'));
    const subjectKeys = new PostgresSubjectKeys(database, masterKey);
    const log = await openLog(config, database, opened);
    const { bus, healthChecks } = await openBus(config, database, leases, opened);
    if (log instanceof EventStoreDbEventStore) healthChecks.push(log.health());
    const storage = openStorage(config, masterKey);
    if (config.roles.some((role) => STORAGE_ROLES.includes(role))) {
      await storage.check().catch((error: unknown) => {
        throw error instanceof StorageUnusable ? new StartError(error.message) : error;
      });
      healthChecks.push(storageHealth(storage));
    }
    return {
      config,
      database,
      store: openedStore(log, subjectKeys),
      bus,
      healthChecks,
      leases,
      storage,
      mailer: openMailer(config),
      subjectKeys,
      secrets: new PostgresSecrets(database, masterKey),
      masterKey,
      views: new PostgresViews(database),
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens the database and runs pending migrations.
 * @param application `application_name` of its connections
 * @param wanted migrations to run; all by default
 * @throws StartError, ConfigError
 */
export async function openDatabase(
  config: Config,
  opened: Opened,
  application = SERVER_APPLICATION,
  wanted = migrations,
): Promise<Database> {
  const url = named(
    config.databaseUrl ?? (await openEmbedded(config.dataDir, opened, application)),
    application,
  );
  const isShared = config.databaseUrl !== undefined;
  await checkDatabase(url, { isShared });
  await runMigrations(url, wanted).catch((error: unknown) => {
    throw explainDatabase(error, url);
  });
  const database = new Database(url, { isShared });
  opened.onClose(() => database.close());
  return database;
}

/**
 * Opens the log in its stored form: personal data is encrypted, and events have the versions in which they were
 * written.
 */
export async function openLog(
  { eventStoreUrl }: Config,
  database: Database,
  opened: Opened,
): Promise<EventStore> {
  const log = eventStoreUrl
    ? await EventStoreDbEventStore.open(eventStoreUrl).catch((error: unknown) => {
        // Only the reason is reported, since the address may contain a password.
        const reason = messageOf(error).replace(/\.$/, '');
        throw new ConfigError(
          error instanceof EventStoreAway
            ? `${reason.replace(/^EventStoreDB/, 'EventStoreDB (EVENTSTORE_URL)')}.`
            : `EventStoreDB (EVENTSTORE_URL) does not let us in: ${reason}.`,
        );
      })
    : await PostgresEventStore.open(database);
  opened.onClose(() => log.close());
  return log;
}

/**
 * Opens the bus, and returns it with the health checks for readiness.
 * @throws StartError, ConfigError
 */
export async function openBus(
  config: Config,
  database: Database,
  leases: Leases,
  opened: Opened,
): Promise<Pick<Engines, 'bus' | 'healthChecks'>> {
  const parked = parkedHealth(new ParkedMessages(database), new ParkedReactions(database));
  const healthChecks = [databaseHealth(database), parked];
  const inPostgres = new PostgresBus(database, { leases });
  if (!config.kafka) return { bus: inPostgres, healthChecks };
  const left = (await inPostgres.lag()).reduce((sum, { count }) => sum + count, 0);
  if (left > 0) {
    throw new StartError(
      `The bus in PostgreSQL still holds ${left} messages that nobody has handled: start once more without KAFKA_BROKERS ` +
        'until parley_bus_lag_messages in /metrics is 0.',
    );
  }
  const bus = await KafkaBus.open(config.kafka, database).catch((error: unknown) => {
    throw new ConfigError(`Kafka (KAFKA_BROKERS) does not let us in: ${messageOf(error)}.`);
  });
  opened.onClose(() => bus.close());
  return { bus, healthChecks: [...healthChecks, bus.health()] };
}

/**
 * The log as the product reads it: personal data is decrypted, events are converted to today's versions, and all
 * subscriptions share one reading of the newest events.
 */
export function openedStore(log: EventStore, subjectKeys: SubjectKeys): EventStore {
  return new SharedEventStore(new UpcastingEventStore(new SealedEventStore(log, subjectKeys)));
}

export function openStorage(config: Config, masterKey: MasterKey): Storage {
  return config.s3
    ? new S3Storage(config.s3)
    : new LocalStorage(join(config.dataDir, 'files'), masterKey.purpose('file-urls'));
}

function openMailer({ smtpUrl, mailFrom, dataDir }: Config): Mailer {
  return new CountedMailer(
    smtpUrl ? new SmtpMailer(smtpUrl, mailFrom) : new FolderMailer(join(dataDir, 'mail'), mailFrom),
  );
}

async function openEmbedded(dataDir: string, opened: Opened, application: string): Promise<string> {
  const logger = new Logger('PostgreSQL');
  const open = application === TOOL_APPLICATION ? reachEmbeddedPostgres : startEmbeddedPostgres;
  const postgres = await open(dataDir, (sentence) => logger.warn(sentence));
  opened.onClose(() => postgres.stop());
  return postgres.url;
}

/** Adds the application name to a connection's address. An address that cannot be parsed stays unchanged. */
function named(url: string, application: string): string {
  const address = parseUrl(url);
  if (!address) return url;
  address.searchParams.set('application_name', application);
  return address.href;
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : String(error);
}
