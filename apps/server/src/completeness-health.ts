import type { CompletenessRecords } from '@parley/event-sourcing/watch/completeness-records';
import type { HealthCheck } from '@parley/platform/telemetry/health';

/** Maximum number of hours in the detail, and of positions per hour. */
const MAX_NAMED = 5;

/**
 * Readiness detail with the views that differ from the log, and the positions. The check never fails, since keeping
 * traffic away from the process would not repair a view.
 */
export function completenessHealth(records: CompletenessRecords): HealthCheck {
  return {
    name: 'completeness',
    async check() {
      const hours = await records.incomplete();
      if (hours.length === 0) return { ok: true };
      const named = hours
        .slice(0, MAX_NAMED)
        .map(({ view, hour, logged, folded, after, upTo, candidates }) => {
          const positions = `${candidates.slice(0, MAX_NAMED).join(' ')}${candidates.length > MAX_NAMED ? ' …' : ''}`;
          const span = `after ${after} up to ${upTo}: ${positions}`;
          return `${view} folded ${folded} of ${logged} events compared since ${hour.toISOString()}, ${span}`;
        });
      const more = hours.length > MAX_NAMED ? [`${hours.length - MAX_NAMED} more`] : [];
      return { ok: true, detail: `${[...named, ...more].join('; ')}: rebuild the view` };
    },
  };
}
