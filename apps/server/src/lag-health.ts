import type { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import type { HealthCheck } from '@parley/platform/telemetry/health';

/** In seconds. With two seconds between measurements, a standing view is named within ten. */
const BEHIND = 5;
const UNKNOWN = 10;

/**
 * Names the views and reactions that are behind the log. The check never fails: another process would be no further.
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
