import { Gauge, type Registry } from 'prom-client';
import type { Bus, GroupLag } from './bus';
import type { ParkedMessages } from './parked-messages';

/** What an operator watches: how far each group is behind, and what it has set aside. Counted when it is asked for. */
export function registerBusMetrics(registry: Registry, bus: Bus, parked: ParkedMessages): void {
  registerCount(registry, () => bus.lag(), {
    name: 'parley_bus_lag_messages',
    help: 'Messages that a consumer group has yet to handle.',
  });
  registerCount(registry, () => parked.count(), {
    name: 'parley_bus_parked_messages',
    help: 'Messages that could not be processed and wait for an administrator.',
  });
}

function registerCount(
  registry: Registry,
  count: () => Promise<GroupLag[]>,
  named: { name: string; help: string },
): void {
  new Gauge({
    ...named,
    labelNames: ['topic', 'group'],
    registers: [registry],
    async collect() {
      this.reset();
      // While an engine is away, the other metrics matter all the more.
      for (const { topic, group, count: value } of await count().catch(() => [])) {
        this.set({ topic, group }, value);
      }
    },
  });
}
