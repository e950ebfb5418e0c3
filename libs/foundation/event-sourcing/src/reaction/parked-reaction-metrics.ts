import { Gauge, type Registry } from 'prom-client';
import type { ParkedReactions } from './parked-reactions';

/** Registers a metric of the number of dead letters per reaction, counted at each scrape. */
export function registerParkedReactions(registry: Registry, parked: ParkedReactions): void {
  new Gauge({
    name: 'parley_parked_reactions',
    help: 'Events that a reaction gave up on and that wait for an administrator.',
    labelNames: ['reaction'],
    registers: [registry],
    async collect() {
      this.reset();
      // Reports no numbers while the database is unreachable, so that the other metrics are still delivered.
      for (const { reaction, count } of await parked.count().catch(() => [])) this.set({ reaction }, count);
    },
  });
}
