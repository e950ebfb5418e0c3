import { randomUUID } from 'node:crypto';
import type { MigrationInterface } from 'typeorm';
import { Database } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';

/** A database that one test file has to itself. */
export class TestDatabase extends Database {
  /** Ends every connection and removes the database. */
  async drop(): Promise<void> {
    await this.close();
    await onServer(`drop database if exists ${nameIn(this.url)} with (force)`);
  }
}

/** A fresh database on the run's PostgreSQL, with these migrations run. */
export async function testDatabase(migrations: (new () => MigrationInterface)[] = []): Promise<TestDatabase> {
  const url = new URL(serverUrl());
  url.pathname = `/test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${nameIn(url.href)} template template0`);
  if (migrations.length > 0) await runMigrations(url.href, migrations);
  return new TestDatabase(url.href);
}

async function onServer(statement: string): Promise<void> {
  const server = new Database(serverUrl(), { max: 1 });
  try {
    await server.query(statement);
  } finally {
    await server.close();
  }
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
