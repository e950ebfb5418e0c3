import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '../../database/database';

/** What an operator watches: how far each group is behind, and what it has set aside. Counted when it is asked for. */
export function registerBusMetrics(registry: Registry, database: Sql): void {
  registerCount(registry, database, {
    name: 'parley_bus_lag_messages',
    help: 'Messages that a consumer group has yet to handle.',
    sql: `select topic, grp as "group", sum(greatest(p.next - c."offset", 0))::float as count
          from bus.partition p join bus.consumer c using (topic, partition) group by topic, grp`,
  });
  registerCount(registry, database, {
    name: 'parley_bus_parked_messages',
    help: 'Messages that could not be processed and wait for an administrator.',
    sql: 'select topic, grp as "group", count(*)::float as count from bus.parked group by topic, grp',
  });
}

function registerCount(
  registry: Registry,
  database: Sql,
  { name, help, sql }: { name: string; help: string; sql: string },
): void {
  new Gauge({
    name,
    help,
    labelNames: ['topic', 'group'],
    registers: [registry],
    async collect() {
      this.reset();
      // While the database is away, the other metrics matter all the more.
      const counts = await database
        .query<{ topic: string; group: string; count: number }>(sql)
        .catch(() => ({ rows: [] }));
      for (const { topic, group, count } of counts.rows) this.set({ topic, group }, count);
    },
  });
}
