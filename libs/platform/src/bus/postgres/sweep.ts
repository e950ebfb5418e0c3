import type { Sql } from '../../database/database';

/** Rows one statement deletes of a partition: short enough to hold nobody up. */
const CHUNK = 1000;

/**
 * Deletes messages older than `maxAge` (a PostgreSQL interval) that every known group of their topic has handled.
 * A topic that no group has ever read keeps everything.
 * @returns how many went.
 */
export async function sweepBus(database: Sql, maxAge = '7 days'): Promise<number> {
  for (let total = 0; ;) {
    const { rowCount } = await database.query(
      `with handled as (
         select topic, partition, min("offset") as upto from bus.consumer group by topic, partition
       ), old as (
         select h.topic, h.partition, m."offset"
         from handled h
         cross join lateral (
           select "offset", published_at from bus.message
           where topic = h.topic and partition = h.partition and "offset" < h.upto
           order by "offset" limit $2
         ) m
         where m.published_at < now() - $1::interval
       )
       delete from bus.message m using old
       where m.topic = old.topic and m.partition = old.partition and m."offset" = old."offset"`,
      [maxAge, CHUNK],
    );
    if (!rowCount) return total;
    total += rowCount;
  }
}
