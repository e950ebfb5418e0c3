import type { LagWatch } from '@parley/event-sourcing/watch/lag-watch';
import type { HealthCheck } from '@parley/platform/telemetry/health';

/** In seconds: with two between looks, what stands still is named within ten. */
const BEHIND = 5;
const UNKNOWN = 10;

/**
 * Names the views and reactions that are behind the log. It fails nothing: what they have not dealt with yet, no other
 * process has either.
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
