import { Gauge, type Registry } from 'prom-client';
import type { SetAsideRecords } from './set-aside-records';

/** Registers the number of quarantined streams and organisations of each view, counted when it is scraped. */
export function registerSetAside(registry: Registry, records: SetAsideRecords, views: string[]): void {
  new Gauge({
    name: 'parley_set_aside',
    help: 'Streams, and whole organisations, that a view could not fold and goes on without until somebody mends it.',
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
