import type { Database, Sql } from '@parley/platform/database/database';
import { MoveRefused } from './move-refused';

export interface Table {
  schema: string;
  name: string;
}

/**
 * Tables that are not copied, since their rows belong to a database, a process or a log and not to the installation.
 */
const LEFT_BEHIND = new Set([
  'migration',
  'unfinished_move',
  'view_checkpoint',
  'view_sample',
  'view_comparison',
  'change',
  'set_aside',
  'rebuild',
  'lease',
  'lease_member',
  'lease_pool',
  'user_presence',
  // These contain positions and are moved in checkpoints.ts.
  'reaction_checkpoint',
  'parked_reaction',
]);

const PAGE = 1_000;

/** SQL that makes the text form of values independent of the database's settings. */
const EXACT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`;

/** @returns the operational tables to move: accounts, keys, secrets, sessions, dead letters */
export async function tablesToMove(database: Sql): Promise<Table[]> {
  const { rows } = await database.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and (table_schema = 'parley' or (table_schema, table_name) = ('bus', 'parked'))
      order by 1, 2`,
  );
  return rows.filter(({ name }) => !LEFT_BEHIND.has(name));
}

/** @returns the names of those tables that have rows */
export async function filledTables(database: Sql): Promise<string[]> {
  const filled: string[] = [];
  for (const table of await tablesToMove(database)) {
    // Skipped, since every database gets a row in this table at its first start.
    if (table.name === 'master_key_check') continue;
    const { rows } = await database.query<{ filled: boolean }>(
      `select exists (select from ${nameOf(table)}) as filled`,
    );
    if (rows[0]?.filled) filled.push(table.name);
  }
  return filled;
}

/**
 * Replaces the rows of the target's tables by those of the source, all or none, and compares digests of both.
 * Encrypted values stay encrypted.
 * @returns the number of copied rows
 */
export async function copyRows(source: Database, target: Database): Promise<number> {
  const tables = await tablesToMove(source);
  return source.transaction(async (from) => {
    await from.query('set transaction isolation level repeatable read read only');
    await from.query(EXACT);
    return target.transaction(async (to) => {
      await to.query(EXACT);
      let rows = 0;
      for (const table of tables) rows += await copyTable(from, to, table);
      return rows;
    });
  });
}

async function copyTable(from: Sql, to: Sql, table: Table): Promise<number> {
  const columns = await columnsOf(from, table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  await to.query(`delete from ${nameOf(table)}`);
  await from.query(
    `declare copied no scroll cursor for
     select array[${columns.map(({ name }) => `"${name}"::text`).join(', ')}] as row from ${nameOf(table)}`,
  );
  for (let isMore = true; isMore;) {
    const { rows } = await from.query<{ row: (string | null)[] }>(`fetch ${PAGE} from copied`);
    isMore = rows.length === PAGE;
    if (rows.length === 0) continue;
    await to.query(
      `insert into ${nameOf(table)} (${names}) overriding system value
       select ${columns.map(({ type }, index) => `v${index}::${type}`).join(', ')}
         from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')})
              as v (${columns.map((_, index) => `v${index}`).join(', ')})`,
      columns.map((_, index) => rows.map(({ row }) => row[index] ?? null)),
    );
  }
  await from.query('close copied');
  for (const { name } of columns.filter(({ counts }) => counts)) await raiseCounter(to, table, name);
  const [original, copy] = [await digestOf(from, table, names), await digestOf(to, table, names)];
  if (original.digest !== copy.digest) throw new MoveRefused(`The copy of the table ${table.name} differs.`);
  return copy.count;
}

async function columnsOf(sql: Sql, { schema, name }: Table) {
  const { rows } = await sql.query<{ name: string; type: string; counts: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type,
            pg_get_serial_sequence($1, attname) is not null as counts
       from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`"${schema}"."${name}"`],
  );
  return rows;
}

/** Sets the sequence of a column to continue after the copied numbers. */
async function raiseCounter(sql: Sql, table: Table, column: string): Promise<void> {
  await sql.query(
    `select setval(pg_get_serial_sequence($1, $2), max("${column}")) from ${nameOf(table)} having max("${column}") > 0`,
    [nameOf(table), column],
  );
}

async function digestOf(sql: Sql, table: Table, names: string): Promise<{ count: number; digest: string }> {
  const { rows } = await sql.query<{ count: string; digest: string }>(
    `select count(*) as count, count(*) || ':' || coalesce(sum(hashtextextended(row(${names})::text, 0)), 0) as digest
       from ${nameOf(table)}`,
  );
  return { count: Number(rows[0]?.count), digest: rows[0]?.digest ?? '' };
}

function nameOf({ schema, name }: Table): string {
  return `"${schema}"."${name}"`;
}
