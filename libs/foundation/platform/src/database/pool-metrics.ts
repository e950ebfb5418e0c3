import { Gauge, type Registry } from 'prom-client';
import type { Database } from './database';

/** Registers gauges for the pool's busy and idle connections and for the callers that wait for one. */
export function registerPoolMetrics(registry: Registry, { pool }: Database): void {
  new Gauge({
    name: 'parley_database_pool_connections',
    help: 'Connections of this process to PostgreSQL, at work and idle.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'parley_database_pool_max_connections',
    help: 'Connections that this process may open to PostgreSQL.',
    registers: [registry],
    collect() {
      this.set(pool.options.max);
    },
  });
  new Gauge({
    name: 'parley_database_pool_waiting',
    help: 'Callers that wait for a connection to PostgreSQL.',
    registers: [registry],
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
