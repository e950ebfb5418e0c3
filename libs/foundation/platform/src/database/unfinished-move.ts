import type { Sql } from './database';

/**
 * Marks a database as the target of an unfinished move, so that no server starts on a partial copy.
 * @param source name of the database that is copied
 */
export async function markUnfinished(target: Sql, source: string): Promise<void> {
  await target.query(
    `create table if not exists parley.unfinished_move (
       source text primary key, started_at timestamptz not null default now())`,
  );
  await target.query('insert into parley.unfinished_move (source) values ($1) on conflict do nothing', [
    source,
  ]);
}

export async function markFinished(target: Sql): Promise<void> {
  await target.query('drop table if exists parley.unfinished_move');
}

/** Whether a move into this database has begun and not ended. */
export async function isMoveUnfinished(database: Sql): Promise<boolean> {
  const { rows } = await database.query<{ found: boolean }>(
    `select to_regclass('parley.unfinished_move') is not null as found`,
  );
  return rows[0]?.found ?? false;
}

/** @returns the source of a move that has begun and not ended; null if there is none */
export async function unfinishedSource(database: Sql): Promise<string | null> {
  if (!(await isMoveUnfinished(database))) return null;
  const { rows } = await database.query<{ source: string }>('select source from parley.unfinished_move');
  return rows[0]?.source ?? null;
}
