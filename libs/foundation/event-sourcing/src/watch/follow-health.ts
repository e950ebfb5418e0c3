import { within } from '@parley/platform/database/retry';
import type { HealthCheck } from '@parley/platform/telemetry/health';
import type { ProjectionRunner } from '../projection/projection-runner';
import type { Views } from '../projection/views';
import type { EventStore } from '../store/event-store';

/** Time in ms within which a view that is behind the log's head has to make progress. */
export const STANDSTILL_MS = 1_500;
/** Time limit in ms for reading the log's head. */
const HEAD_TIMEOUT_MS = 1_000;
/** Time in ms after which a fold counts as a standstill: twice the time limit of its statements. */
const MAX_FOLD_MS = 30_000;

type Runner = Pick<ProjectionRunner, 'status' | 'foldingFor'>;

/**
 * Readiness check that fails if the log has events that a view of this process neither folds nor skips, for example
 * after a subscription was lost. Passes for a view that is behind but makes progress, and for one that is being
 * filled (`starting`). Ignores views that another process owns.
 */
export function followHealth(
  store: Pick<EventStore, 'head'>,
  views: Pick<Views, 'waitFor'>,
  runners: Runner[],
): HealthCheck {
  return {
    name: 'following',
    async check() {
      const head = await within(HEAD_TIMEOUT_MS, store.head());
      if (head === undefined) return { ok: false, detail: 'the log does not report its end' };
      const stuck = await Promise.all(
        runners.map(async (runner) => ((await isStuck(runner, head ?? '')) ? runner.status().view : null)),
      );
      const names = stuck.filter((view) => view !== null);
      if (names.length === 0) return { ok: true };
      return { ok: false, detail: `the log is ahead, and these views stand still: ${names.join(', ')}` };
    },
  };

  async function isStuck(runner: Runner, head: string): Promise<boolean> {
    const { view, position } = runner.status();
    if (!follows(runner) || position >= head) return false;
    if (await views.waitFor(view, head, STANDSTILL_MS)) return false;
    const folding = runner.foldingFor();
    if (folding !== null && folding < MAX_FOLD_MS) return false;
    return follows(runner) && runner.status().position === position;
  }
}

/** Whether the view is running. A halted view has a check of its own. */
function follows(runner: Runner): boolean {
  return ['catching-up', 'live'].includes(runner.status().state);
}
