import type { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import type { HealthCheck } from '@parley/platform/telemetry/health';

/**
 * Lag in seconds from which a view or reaction is named. Measurements are two seconds apart, so one that makes no
 * progress is named within ten seconds.
 */
const BEHIND = 5;
const UNKNOWN = 10;

/**
 * Readiness detail with the views and reactions that are behind the log. The check never fails, since other processes
 * read the same views.
 */
export function lagHealth(watch: LagWatch): HealthCheck {
  return {
    name: 'lag',
    check() {
      const behind = watch
        .lags()
        .filter(({ seconds }) => seconds > BEHIND)
        .map(({ kind, name, seconds }) => `${kind} ${name} is ${Math.round(seconds)} s behind`);
      const age = watch.age();
      if (age !== null && age > UNKNOWN) behind.push(`not known for ${Math.round(age)} s`);
      return Promise.resolve({ ok: true, detail: behind.join(', ') || undefined });
    },
  };
}
