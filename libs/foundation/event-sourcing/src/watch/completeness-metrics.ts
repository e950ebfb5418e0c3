import { Gauge, type Registry } from 'prom-client';
import type { CompletenessRecords } from './completeness-records';

/** Registers a metric of the number of hours in which a view differs from the log, counted at each scrape. */
export function registerCompleteness(
  registry: Registry,
  records: CompletenessRecords,
  views: readonly string[],
): void {
  new Gauge({
    name: 'parley_view_incomplete_hours',
    help: 'Hours in which a view was handed other events than the log holds, until the view is rebuilt.',
    labelNames: ['view'],
    registers: [registry],
    async collect() {
      // Omits this metric while the database is unreachable, so that the other metrics are still delivered.
      const counts = await records.count().catch(() => null);
      this.reset();
      if (!counts) return;
      for (const view of views) this.set({ view }, 0);
      for (const { view, count } of counts) this.set({ view }, count);
    },
  });
}
