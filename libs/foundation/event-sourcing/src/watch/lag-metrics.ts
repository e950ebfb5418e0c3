import { Gauge, type Registry } from 'prom-client';
import type { LagWatch } from './lag-watch';

export function registerLag(registry: Registry, watch: LagWatch): void {
  for (const kind of ['view', 'reaction'] as const) {
    new Gauge({
      name: `parley_${kind}_lag_seconds`,
      help: `For how long the log has held something that the ${kind} has not dealt with.`,
      labelNames: [kind],
      registers: [registry],
      collect() {
        for (const lag of watch.lags().filter((found) => found.kind === kind)) {
          this.set({ [kind]: lag.name }, lag.seconds);
        }
      },
    });
  }
}
