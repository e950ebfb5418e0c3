import { createHash, randomUUID } from 'node:crypto';
import { Database } from '@parley/platform/database/database';
import { runMigrations, type Migration } from '@parley/platform/database/migrate';

/** A separate database for one test file. */
export class TestDatabase extends Database {
  /** Opens the database again, as another process of the same installation does; the caller has to close it. */
  openElsewhere(options?: { max?: number }): Database {
    const database = new Database(this.url, options);
    database.notices = this.notices;
    return database;
  }

  private closed?: Promise<void>;

  /** Closes the database. May be called repeatedly, and before `drop`. */
  override close(): Promise<void> {
    return (this.closed ??= super.close());
  }

  /** Closes all connections and drops the database. */
  async drop(): Promise<void> {
    await this.close();
    await onServer(`drop database if exists ${nameIn(this.url)} with (force)`);
  }
}

/**
 * Creates a database with these migrations on the test run's PostgreSQL. A list of migrations runs only once, in a
 * template database whose name is a digest of the migrations' code; each database is a copy of it.
 */
export async function testDatabase(migrations: Migration[] = []): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = migrations.length > 0 ? await templateOf(migrations) : 'template0';
  await onServer(`create database ${name} template ${template}`);
  return new TestDatabase(urlOf(name));
}

/** Creates a copy of a database. No client may be connected to the database at that moment. */
export async function copyOfDatabase(url: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${nameIn(url)}`);
  return new TestDatabase(urlOf(name));
}

async function templateOf(migrations: Migration[]): Promise<string> {
  const digest = createHash('sha256').update(migrations.map(String).join()).digest('hex');
  const name = `test_template_${digest.slice(0, 16)}`;
  const server = new Database(serverUrl(), { max: 1 });
  try {
    await server.transaction(async (tx) => {
      // Other workers of the test run that need the same template wait until this transaction ends.
      await tx.query('select pg_advisory_xact_lock(hashtext($1))', [name]);
      const { rowCount } = await tx.query('select from pg_database where datname = $1', [name]);
      if (rowCount === 1) return;
      // The template gets its name only once it is complete.
      await onServer(`drop database if exists ${name}_new with (force)`);
      await onServer(`create database ${name}_new template template0`);
      await runMigrations(urlOf(`${name}_new`), migrations);
      await onServer(`alter database ${name}_new rename to ${name}`);
    });
  } finally {
    await server.close();
  }
  return name;
}

async function onServer(statement: string): Promise<void> {
  const server = new Database(serverUrl(), { max: 1 });
  try {
    await server.query(statement);
  } finally {
    await server.close();
  }
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error('Tests that need PostgreSQL are named *.int.spec.ts and run in the integration project.');
  return url;
}
