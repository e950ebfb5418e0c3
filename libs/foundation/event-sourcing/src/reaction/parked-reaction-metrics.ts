import { Gauge, type Registry } from 'prom-client';
import type { ParkedReactions } from './parked-reactions';

/** How many events each reaction gave up on, counted when it is asked for. */
export function registerParkedReactions(registry: Registry, parked: ParkedReactions): void {
  new Gauge({
    name: 'parley_parked_reactions',
    help: 'Events that a reaction gave up on and that wait for an administrator.',
    labelNames: ['reaction'],
    registers: [registry],
    async collect() {
      this.reset();
      // While the database is away, the other metrics matter all the more.
      for (const { reaction, count } of await parked.count().catch(() => [])) this.set({ reaction }, count);
    },
  });
}
