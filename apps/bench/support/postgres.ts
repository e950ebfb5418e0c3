import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '@parley/platform/database/database';
import { runMigrations } from '@parley/platform/database/migrate';
import { startEmbeddedPostgres } from '@parley/embedded/postgres/postgres';
import { migrations } from '@parley/server/migrations';

/** The embedded PostgreSQL of the product, with the same durability as in the product, and a separate data folder. */
export class BenchPostgres {
  private databases = 0;

  private constructor(
    private readonly server: { url: string; stop(): Promise<void> },
    private readonly folder: string,
  ) {}

  static async start(): Promise<BenchPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
    const server = await startEmbeddedPostgres(folder, (sentence) => process.stderr.write(`${sentence}\n`));
    return new BenchPostgres(server, folder);
  }

  /** The server's version, and whether a commit waits for the disk. */
  async describe(): Promise<{ version: string; fsync: string }> {
    return this.onServer(async (server) => {
      const { rows } = await server.query<{ version: string; fsync: string }>(
        `select current_setting('server_version') as version, current_setting('fsync') as fsync`,
      );
      return rows[0] ?? { version: 'unknown', fsync: 'unknown' };
    });
  }

  /** @returns the address of a new, empty database */
  async emptyDatabase(): Promise<string> {
    const name = `bench_${++this.databases}`;
    await this.onServer((server) => server.query(`create database ${name}`));
    const url = new URL(this.server.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** @returns the address of a new database with the product's tables */
  async productDatabase(): Promise<string> {
    const url = await this.emptyDatabase();
    await runMigrations(url, migrations);
    return url;
  }

  async drop(url: string): Promise<void> {
    await this.onServer((server) =>
      server.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`),
    );
  }

  /** Makes PostgreSQL write its memory to disk now, so that it does not do so during a round. */
  async settle(): Promise<void> {
    await this.onServer((server) => server.query('checkpoint'));
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async onServer<T>(work: (server: Database) => Promise<T>): Promise<T> {
    const server = new Database(this.server.url, { max: 1 });
    try {
      return await work(server);
    } finally {
      await server.close();
    }
  }
}
