import { Client } from 'pg';
import { DataSource, type MigrationInterface } from 'typeorm';

/** A change of operational tables. Its class name ends in its timestamp, which orders all of them. */
export type Migration = new () => MigrationInterface;

/** Any number: whoever migrates this database holds the advisory lock of that name. */
const MIGRATING = 7_345_000;

/**
 * Brings the operational tables up to date. Safe to call from several processes at once: one migrates, the others
 * wait and find it done. What ran is recorded in `parley.migration`.
 */
export async function runMigrations(url: string, migrations: Migration[]): Promise<void> {
  const lock = new Client({ connectionString: url });
  // That it broke shows in what fails then; unheard, it would end the process.
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
    // Ending the session gives the lock back.
    await lock.end();
  }
}
