import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Sql } from '@parley/platform/database/database';
import { BackupRefused } from './backup-refused';
import type { StoredTable } from './manifest';
import { pack, unpack } from './packed-file';

/** Schemas of the operational tables. Views are rebuilt from the log instead. */
export const SCHEMAS = ['parley', 'event_log', 'bus'];

/**
 * Tables that are not backed up, since a restored installation fills them again: checkpoints and comparisons of
 * views, changes to push, leases. The list of migrations is in the manifest.
 */
const MADE_ANEW = [
  'migration',
  'unfinished_move',
  'view_checkpoint',
  'view_sample',
  'view_comparison',
  'change',
  'rebuild',
  'lease',
  'lease_member',
  'lease_pool',
];

/** A table with its columns in order. */
export type Table = Pick<StoredTable, 'schema' | 'name' | 'columns'>;

/** SQL that makes the text form of values independent of the database's settings, and switches time limits off. */
const PLAIN = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

/** @returns the tables for a backup, each after the tables to which it refers */
export async function tablesToKeep(sql: Sql, schemas = SCHEMAS): Promise<Table[]> {
  const { rows } = await sql.query<Table & { [column: string]: unknown }>(
    `with recursive depth as (
       select c.oid, 0 as level from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname = any($1) and not (c.relname = any($2))
       union
       select f.conrelid, d.level + 1 from depth d join pg_constraint f on f.contype = 'f' and f.confrelid = d.oid
        where f.conrelid <> f.confrelid and d.level < 20)
     select n.nspname as schema, c.relname as name,
            (select array_agg(attname::text order by attnum) from pg_attribute
              where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
       from (select oid, max(level) as level from depth group by oid) d
       join pg_class c on c.oid = d.oid join pg_namespace n on n.oid = c.relnamespace
      order by d.level, 1, 2`,
    [schemas, MADE_ANEW],
  );
  return rows;
}

/** Copies a table as the transaction of `client` sees it. */
export async function storeTable(client: Client, folder: string, table: Table): Promise<StoredTable> {
  const { rows, digest } = await digestOf(client, table);
  const stream = client.query(copyTo(`copy ${nameOf(table)} (${listOf(table)}) to stdout`));
  const packed = await pack(folder, `tables/${table.schema}.${table.name}.copy.gz`, stream);
  return { ...table, rows, digest, ...packed };
}

/**
 * Restores the rows of an empty table, and compares them with the backup.
 * @throws BackupRefused if they differ
 */
export async function restoreTable(client: Client, folder: string, table: StoredTable): Promise<void> {
  const stream = client.query(copyFrom(`copy ${nameOf(table)} (${listOf(table)}) from stdin`));
  await unpack(folder, table, stream);
  await raiseCounters(client, table);
  const { rows, digest } = await digestOf(client, table);
  if (rows === table.rows && digest === table.digest) return;
  throw new BackupRefused(`The table ${table.schema}.${table.name} is not as it was backed up.`);
}

/** @returns the number of rows, and a sum of their digests, which is independent of their order */
async function digestOf(sql: Sql, table: Table): Promise<{ rows: number; digest: string }> {
  const { rows } = await sql.query<{ rows: string; digest: string }>(
    `select count(*) as rows, coalesce(sum(('x' || left(md5(row(${listOf(table)})::text), 15))::bit(60)::bigint), 0) as digest
       from ${nameOf(table)}`,
  );
  return { rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? '' };
}

/** Sets the sequences of a table to continue after the restored numbers. */
async function raiseCounters(sql: Sql, table: Table): Promise<void> {
  const { rows } = await sql.query<{ name: string; counter: string }>(
    `select name, pg_get_serial_sequence($1, name) as counter from unnest($2::text[]) as name
      where pg_get_serial_sequence($1, name) is not null`,
    [nameOf(table), table.columns],
  );
  for (const { name, counter } of rows) {
    const highest = `select max("${name}") as highest from ${nameOf(table)}`;
    await sql.query(`select setval($1, highest) from (${highest}) t where highest > 0`, [counter]);
  }
}

function listOf({ columns }: Table): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

export function nameOf({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `"${schema}"."${name}"`;
}

/**
 * Runs `work` on a separate connection with settings for copying: text forms that are independent of the database's
 * settings, and no time limits, which would end a long transaction.
 */
export async function onOwnConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  let broken: Error | undefined;
  client.on('error', (error) => (broken = error));
  await client.connect();
  try {
    await client.query(PLAIN);
    return await work(client);
  } catch (error) {
    throw broken ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
