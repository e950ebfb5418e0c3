import { Gauge, type Registry } from 'prom-client';
import type { CompletenessRecords } from './completeness-records';

/** Registers the number of hours in which a view differs from the log, counted when it is scraped. */
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
      // Omitted while the database is away, so that the other metrics still arrive.
      const counts = await records.count().catch(() => null);
      this.reset();
      if (!counts) return;
      for (const view of views) this.set({ view }, 0);
      for (const { view, count } of counts) this.set({ view }, count);
    },
  });
}
