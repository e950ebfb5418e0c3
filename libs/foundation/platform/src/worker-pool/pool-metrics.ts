import { Counter, Gauge, Histogram } from 'prom-client';
import { processMetrics } from '../telemetry/metrics';

/** Number of waiting tasks in the pools of this process. */
export const queuedTasks = new Gauge({
  name: 'parley_worker_pool_queued_tasks',
  help: 'Tasks on untrusted bytes that wait for a thread.',
  registers: [processMetrics],
});

export const tasks = new Counter({
  name: 'parley_worker_pool_tasks_total',
  help: 'Tasks on untrusted bytes that ended, by function and outcome: done, failed, too_complex or refused.',
  labelNames: ['task', 'outcome'],
  registers: [processMetrics],
});

export const taskMs = new Histogram({
  name: 'parley_worker_pool_task_ms',
  help: 'Time in ms that a task spent in its thread, by function.',
  labelNames: ['task'],
  buckets: [1, 5, 10, 50, 100, 500, 1_000, 5_000, 20_000, 60_000],
  registers: [processMetrics],
});
