import type { Database, Sql } from '@parley/platform/database/database';
import { Turns } from '@parley/platform/database/turns';
import type { EventStore } from '../store/event-store';
import { alone, type AloneOptions } from './alone';
import { liveTarget, verifySchema } from './rebuild';
import { SideView, type FillOptions } from './side-view';
import type { View } from './view';
import { ddlHash, loadCheckpoint } from './view-schema';

/** Comparisons run one after the other: each needs a second connection, and joins two whole views in PostgreSQL. */
const comparing = new Turns();

/**
 * The first row that a rebuild would change. `live` or `rebuilt` is null if the row exists only on the other side.
 */
export interface Difference {
  table: string;
  live: Record<string, unknown> | null;
  rebuilt: Record<string, unknown> | null;
}

export interface Verification {
  /** The position of the log at which live and rebuilt tables were compared. */
  position: string;
  rows: number;
  difference: Difference | null;
}

/** Thrown if the live tables have other columns than a rebuild would create, so that rows cannot be compared. */
export class NotComparable extends Error {}

/**
 * Fills a view in side tables, compares them with the live ones row by row at one position, and discards them. The
 * live projector continues: both sides are read in one snapshot, at the live checkpoint of that time.
 * @throws FillStopped, NotComparable, RebuildUnderWay or FillSuperseded
 */
export async function verifyView(
  store: EventStore,
  database: Database,
  view: View,
  options: FillOptions & AloneOptions = {},
): Promise<Verification> {
  const live = await loadCheckpoint(database, view.name);
  if (live?.engineId !== store.engineId || live.ddlHash !== ddlHash(view)) {
    throw new NotComparable(`${view.name} has other tables, or another log, than this release: rebuild it.`);
  }
  return alone(database, view, options, async (owned) => {
    const side = new SideView(store, owned, view, verifySchema(view), options);
    await side.open(true);
    try {
      await side.fill(live.position);
      return await comparing.take('', async () => {
        await side.fill(await liveTarget(store, await loadCheckpoint(database, view.name)));
        return database.transaction(async (tx) => {
          await tx.query('set transaction isolation level repeatable read');
          const position = await liveTarget(store, await loadCheckpoint(tx, view.name));
          await side.fill(position, tx);
          return { position, ...(await compare(tx, view.name, side.schema)) };
        });
      });
    } finally {
      await side.discard();
    }
  });
}

async function compare(
  tx: Sql,
  live: string,
  rebuilt: string,
): Promise<{ rows: number; difference: Difference | null }> {
  const { rows: tables } = await tx.query<{ name: string; key: string[] | null }>(TABLES, [live]);
  let count = 0;
  for (const { name, key } of tables) {
    if (!key) throw new NotComparable(`${live}.${name} has no key to tell its rows apart by.`);
    const columns = key.map((column) => `"${column}"`).join(', ');
    const side = (schema: string) =>
      `select jsonb_build_array(${columns}) as key, to_jsonb(t) as row from "${schema}"."${name}" t`;
    const { rows } = await tx.query<{ total: string; live: Difference['live']; rebuilt: Difference['live'] }>(
      `with compared as (
         select key, l.row as live, r.row as rebuilt
           from (${side(live)}) l full join (${side(rebuilt)}) r using (key))
       select (select count(*) from compared) as total, live, rebuilt
         from (select) one left join lateral (
           select * from compared where live is distinct from rebuilt order by key limit 1) first on true`,
    );
    const [found] = rows;
    count += Number(found?.total ?? 0);
    if (found && (found.live ?? found.rebuilt)) {
      return { rows: count, difference: { table: name, live: found.live, rebuilt: found.rebuilt } };
    }
  }
  return { rows: count, difference: null };
}

/** SQL that lists the tables of a schema, each with the columns of one unique key, preferably the primary key. */
const TABLES = `
  select c.relname as name,
         (select array_agg(a.attname::text order by k.ordinal)
            from (select * from pg_index where indrelid = c.oid and indisunique and indpred is null
                    and indexprs is null order by indisprimary desc limit 1) i
           cross join lateral unnest(i.indkey::int[]) with ordinality k(attnum, ordinal)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as key
    from pg_class c
   where c.relnamespace = $1::regnamespace and c.relkind = 'r'
   order by 1`;
