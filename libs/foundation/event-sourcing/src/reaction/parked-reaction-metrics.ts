import { Gauge, type Registry } from 'prom-client';
import type { ParkedReactions } from './parked-reactions';

/** Registers the number of dead letters of each reaction, counted when it is scraped. */
export function registerParkedReactions(registry: Registry, parked: ParkedReactions): void {
  new Gauge({
    name: 'parley_parked_reactions',
    help: 'Events that a reaction gave up on and that wait for an administrator.',
    labelNames: ['reaction'],
    registers: [registry],
    async collect() {
      this.reset();
      // Empty while the database is away, so that the other metrics still arrive.
      for (const { reaction, count } of await parked.count().catch(() => [])) this.set({ reaction }, count);
    },
  });
}
