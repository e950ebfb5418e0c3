import type { Sql } from '../../database/database';

/** Rows per delete statement; few enough to block other statements only briefly. */
const CHUNK = 1000;

/**
 * Deletes messages older than `maxAge` (a PostgreSQL interval) that every known group of their topic has handled. A
 * topic without groups keeps all its messages.
 * @returns the number of deleted messages
 */
export async function sweepBus(database: Sql, maxAge = '7 days'): Promise<number> {
  const { rows } = await database.query<{ topic: string; partition: number; upto: string }>(
    'select topic, partition, min("offset") as upto from bus.consumer group by topic, partition having min("offset") > 0',
  );
  let total = 0;
  for (const { topic, partition, upto } of rows) {
    let swept: number;
    do {
      swept = await sweepPartition(database, [topic, partition, upto, maxAge, CHUNK]);
      total += swept;
    } while (swept === CHUNK);
  }
  return total;
}

/** Reads the oldest rows only, so that a sweep is cheap if no message is old yet. */
async function sweepPartition(database: Sql, values: unknown[]): Promise<number> {
  const { rowCount } = await database.query(
    `delete from bus.message where topic = $1 and partition = $2 and "offset" = any (array(
       select "offset" from (
         select "offset", published_at from bus.message
         where topic = $1 and partition = $2 and "offset" < $3 order by "offset" limit $5
       ) oldest where published_at < now() - $4::interval
     ))`,
    values,
  );
  return rowCount ?? 0;
}
