import { Gauge, type Registry } from 'prom-client';
import type { SetAsideRecords } from './set-aside-records';

/** Registers a metric of the number of quarantined streams and organisations per view, counted at each scrape. */
export function registerSetAside(registry: Registry, records: SetAsideRecords, views: string[]): void {
  new Gauge({
    name: 'parley_set_aside',
    help: 'Streams, and whole organisations, that a view could not fold and goes on without until somebody mends it.',
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
