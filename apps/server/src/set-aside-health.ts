import type { SetAsideRecords } from '@parley/event-sourcing/projection/set-aside-records';
import type { HealthCheck } from '@parley/platform/telemetry/health';

/** Maximum number of streams that are named. */
const NAMED = 5;

/**
 * Readiness detail with quarantined streams, their views and organisation. The check never fails: all other data is
 * served, and keeping traffic away would not repair a stream.
 */
export function setAsideHealth(records: SetAsideRecords): HealthCheck {
  return {
    name: 'set-aside',
    async check() {
      const { streams, count } = await records.streams(NAMED);
      if (count === 0) return { ok: true };
      const named = streams.map(
        ({ views, customerId, stream }) =>
          `${views.join(', ')} without ${stream ? `${stream} of` : 'anything new of'} organisation ${customerId}`,
      );
      const more = count > named.length ? ` and ${count - named.length} more` : '';
      return { ok: true, detail: `${named.join('; ')}${more}: see scripts/set-aside` };
    },
  };
}
