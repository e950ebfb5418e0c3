import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '@parley/platform/database/database';

/** How many jobs run, and since when the oldest of them, counted when it is asked for. */
export function registerAssignmentJobs(registry: Registry, database: Sql): void {
  const register = (name: string, help: string, expression: string) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        this.reset();
        // While the database is away, the other metrics matter all the more.
        const value = await ofRunning(database, expression).catch(() => undefined);
        if (value !== undefined) this.set({ kind: 'assign-all' }, value);
      },
    });
  register('parley_jobs_running', 'Jobs that have begun and not ended.', 'count(*)');
  register(
    'parley_jobs_oldest_seconds',
    'Age of the oldest job that still runs; 0 where none does.',
    'coalesce(extract(epoch from now() - min(started_at)), 0)',
  );
}

async function ofRunning(database: Sql, expression: string): Promise<number | undefined> {
  const { rows } = await database.query<{ value: number }>(
    `select (${expression})::float as value from parley.assignment_job where status = 'running'`,
  );
  return rows[0]?.value;
}
