import type { Sql } from '@parley/platform/database/database';
import { write } from './fold-sql';

/**
 * Writes whole rows of one table in one statement: inserts new ones and replaces existing ones. The keys of the row
 * objects are the table's columns, the same in each.
 * @param key the columns of the primary key
 * @param options.isPlain whether the rows contain only ids and numbers: then texts are not made storable, which
 * saves time
 */
export async function upsert(
  tx: Sql,
  table: string,
  key: string[],
  rows: object[],
  { isPlain = false }: { isPlain?: boolean } = {},
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const replaced = columns.filter((column) => !key.includes(column));
  const json = isPlain ? 'json' : 'jsonb';
  const text = `insert into ${table} (${columns.join(', ')})
     select ${columns.join(', ')} from ${json}_populate_recordset(null::${table}, $1::${json})
     on conflict (${key.join(', ')}) do ${
       replaced.length > 0
         ? `update set ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`
         : 'nothing'
     }`;
  await write(tx, { table, text, values: [JSON.stringify(rows, isPlain ? undefined : storable)] });
}

/**
 * Makes a text storable: PostgreSQL's `text` can contain neither NUL nor half a surrogate pair, so both are replaced
 * by U+FFFD.
 */
export function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;
}
