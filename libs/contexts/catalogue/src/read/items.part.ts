import { idOf } from '@parley/contracts/events';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import { factOf, type ContentOf, type ItemKind } from '../domain/item';
import type { Part } from './part';

/**
 * Part of a settings entity that is created, changed and deleted: a table with a row for each existing entity.
 * @param columns SQL of the columns that follow `id` and `customer_id`
 * @param rowOf returns the values of these columns
 */
export function itemsPart<Kind extends ItemKind>(
  kind: Kind,
  table: string,
  columns: string,
  rowOf: (content: ContentOf<Kind>) => object,
): Part {
  const prefix = `${kind}-`;
  const [created, changed, deleted] = [
    factOf(kind, 'Created'),
    factOf(kind, 'Changed'),
    factOf(kind, 'Deleted'),
  ];
  return {
    prefixes: [prefix],
    ddl: `
      create table ${table} (id uuid primary key, customer_id uuid not null, ${columns});
      create index ${table}_by_customer on ${table} (customer_id);`,
    async project(events, tx) {
      const rows = new Map<string, object | null>();
      for (const { stream, type, customerId: customer_id, data } of events) {
        if (!stream.startsWith(prefix)) continue;
        const id = idOf(stream);
        if (type === created || type === changed) {
          rows.set(id, { id, customer_id, ...rowOf(data as ContentOf<Kind>) });
        } else if (type === deleted) rows.set(id, null);
      }
      const kept = [...rows.values()].filter((row) => row !== null);
      await upsert(tx, table, ['id'], kept);
      const gone = [...rows].flatMap(([id, row]) => (row ? [] : [id]));
      if (gone.length > 0) await tx.query(`delete from ${table} where id = any($1::uuid[])`, [gone]);
    },
  };
}
