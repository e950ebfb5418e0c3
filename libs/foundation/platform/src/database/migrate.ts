import { Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';

/** A change of operational tables. The class name ends in a timestamp, which orders all migrations. */
export type Migration = new () => MigrationInterface;

/** Key of the advisory lock that a migrating process takes; an arbitrary number. */
const MIGRATING = 7_345_000;

/**
 * Runs the pending migrations of the operational tables. Several processes may call it at once: the first migrates,
 * the others wait and find nothing pending. The table `parley.migration` records each migration.
 */
export async function runMigrations(url: string, migrations: Migration[]): Promise<void> {
  const lock = new Client({ connectionString: url });
  // A broken connection fails the next statement; without a listener, its error would end the process.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATING]);
    await lock.query('create schema if not exists parley');
    const source = new DataSource({
      type: 'postgres',
      url,
      schema: 'parley',
      migrations,
      migrationsTableName: 'migration',
      migrationsTransactionMode: 'each',
      extra: { max: 1 },
    });
    await source.initialize();
    try {
      await source.runMigrations();
    } finally {
      await source.destroy();
    }
  } finally {
    // Ending the session releases the lock.
    await lock.end();
  }
}
