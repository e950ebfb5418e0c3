import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '@parley/platform/database/database';

interface KindOfJobs {
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  oldest: number;
}

/**
 * Registers gauges for waiting, running and failed jobs and for the age of the oldest active job. They are counted at
 * each scrape.
 */
export function registerJobs(registry: Registry, database: Sql): void {
  const register = (name: string, help: string, value: (of: KindOfJobs) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        this.reset();
        // If the database is down, the gauge is empty and the scrape still returns all other metrics.
        for (const one of await countJobs(database).catch(() => [])) this.set({ kind: one.kind }, value(one));
      },
    });
  register('parley_jobs_waiting', 'Jobs that wait for their first step.', ({ waiting }) => waiting);
  register('parley_jobs_running', 'Jobs that have begun and not ended.', ({ running }) => running);
  register('parley_jobs_failed', 'Jobs that failed and can still be looked at.', ({ failed }) => failed);
  register(
    'parley_jobs_oldest_seconds',
    'Age of the oldest job that waits or runs; 0 where none does.',
    ({ oldest }) => oldest,
  );
}

async function countJobs(database: Sql): Promise<KindOfJobs[]> {
  const { rows } = await database.query<KindOfJobs & { [column: string]: unknown }>(
    `select kind, count(*) filter (where state = 'waiting')::float as waiting,
            count(*) filter (where state = 'running')::float as running,
            count(*) filter (where state = 'failed')::float as failed,
            coalesce(extract(epoch from now() - min(created_at) filter (where state in ('waiting', 'running'))), 0)::float
              as oldest
       from parley.job group by kind`,
  );
  return rows;
}
