import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Product } from './product';

/** Runs `work` on the product's embedded PostgreSQL, to create states that the API cannot produce. */
export async function inDatabase<T>(product: Product, work: (database: Client) => Promise<T>): Promise<T> {
  const database = new Client({ connectionString: await databaseUrl(product) });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Connection string of the product's PostgreSQL, from files in the product's data folder. */
async function databaseUrl({ dataDir }: Product): Promise<string> {
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const [, , , port] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return `postgres://parley:${password}@127.0.0.1:${port}/parley`;
}
