import { Counter, Gauge } from 'prom-client';
import { processMetrics } from '@parley/platform/telemetry/metrics';

/** Counted per socket. The outcome `reset` makes a client fetch everything again. */
export const pushes = new Counter({
  name: 'parley_pushes_total',
  help: 'Batches of changes that sockets were sent, by view and outcome.',
  labelNames: ['view', 'outcome'],
  registers: [processMetrics],
});

export const sockets = new Gauge({
  name: 'parley_sockets',
  help: 'Sockets that are signed in.',
  registers: [processMetrics],
});
