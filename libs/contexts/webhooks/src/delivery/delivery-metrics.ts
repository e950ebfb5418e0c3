import { Counter, Gauge, Histogram } from 'prom-client';
import { processMetrics } from '@parley/platform/telemetry/metrics';

const attempts = new Counter({
  name: 'parley_webhook_attempts_total',
  help: 'Attempts to deliver an event to a webhook, by outcome.',
  labelNames: ['outcome'],
  registers: [processMetrics],
});

const duration = new Histogram({
  name: 'parley_webhook_attempt_seconds',
  help: 'How long receivers of webhooks took to answer.',
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  registers: [processMetrics],
});

export function countDelivery(outcome: 'delivered' | 'failed', durationMs: number): void {
  attempts.inc({ outcome });
  duration.observe(durationMs / 1000);
}

/** Counts only receivers that accept deliveries: a failing receiver causes its own delay. */
export const webhookLag = new Gauge({
  name: 'parley_webhook_lag_seconds',
  help: 'How long the oldest event that could be delivered to a webhook has waited for it.',
  registers: [processMetrics],
});
