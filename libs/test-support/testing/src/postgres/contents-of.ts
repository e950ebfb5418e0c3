import type { Sql } from '@parley/platform/database/database';

/** @returns every row of every table in a schema, in an order that depends only on the rows */
export async function contentsOf(sql: Sql, schema: string): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = $1 order by 1',
    [schema],
  );
  const contents: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql.query(
      `select to_jsonb(t) as row from ${schema}.${name} t order by to_jsonb(t)::text`,
    );
    contents[name] = rows;
  }
  return contents;
}
