import { Gauge, type Registry } from 'prom-client';
import type { Bus, GroupLag } from './bus';
import type { ParkedMessages } from './parked-messages';

/** Registers gauges for the lag and the dead letters of each consumer group. Both are counted at each scrape. */
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
      // If an engine is down, the gauge is empty and the scrape still returns all other metrics.
      for (const { topic, group, count: value } of await count().catch(() => [])) {
        this.set({ topic, group }, value);
      }
    },
  });
}
