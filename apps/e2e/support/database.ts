import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Product } from './product';

/** Does something in the product's embedded PostgreSQL that cannot be had from outside. */
export async function inDatabase<T>(product: Product, work: (database: Client) => Promise<T>): Promise<T> {
  const database = new Client({ connectionString: await databaseUrl(product) });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** From what lies in its folder. */
async function databaseUrl({ dataDir }: Product): Promise<string> {
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const [, , , port] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return `postgres://parley:${password}@127.0.0.1:${port}/parley`;
}
