import { Counter, Histogram } from 'prom-client';
import { processMetrics } from '@parley/platform/telemetry/metrics';

/** Counts sends. The label `outcome` is one of `SendResult`. */
export const sends = new Counter({
  name: 'parley_sends_total',
  help: 'Messages that a provider was asked to send, by what it said.',
  labelNames: ['provider', 'outcome'],
  registers: [processMetrics],
});

export const sendSeconds = new Histogram({
  name: 'parley_send_duration_seconds',
  help: 'Time until a provider said what became of a message, tries in place included.',
  labelNames: ['provider'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [processMetrics],
});
