import type { SetAsideRecords } from '@parley/event-sourcing/projection/set-aside-records';
import type { HealthCheck } from '@parley/platform/telemetry/health';

/** So many are named; of others it is said how many there are. */
const NAMED = 5;

/**
 * Names what views go on without: view, organisation and stream. It fails nothing: everybody else is served, and keeping
 * traffic away would mend none of it.
 */
export function setAsideHealth(records: SetAsideRecords): HealthCheck {
  return {
    name: 'set-aside',
    async check() {
      const counts = await records.count();
      const total = counts.reduce((sum, { count }) => sum + count, 0);
      if (total === 0) return { ok: true };
      const named = (await records.list({ limit: NAMED })).map(
        ({ view, customerId, stream }) =>
          `${view} without ${stream ? `${stream} of` : 'anything new of'} organisation ${customerId}`,
      );
      const more = total > named.length ? ` and ${total - named.length} more` : '';
      return { ok: true, detail: `${named.join(', ')}${more}: see scripts/set-aside` };
    },
  };
}
