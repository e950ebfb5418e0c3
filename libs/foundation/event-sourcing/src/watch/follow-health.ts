import type { HealthCheck } from '@parley/platform/telemetry/health';
import type { ProjectionRunner } from '../projection/projection-runner';
import type { Views } from '../projection/views';
import type { EventStore } from '../store/event-store';

/** Time in ms in which a view that lies behind the log's head has to make progress. */
export const STANDSTILL_MS = 1_500;
/** Time limit in ms of the question where the log ends. */
const HEAD_TIMEOUT_MS = 1_000;
/** An attempt to fold that takes longer, in ms, counts as a standstill: twice the time limit of its statements. */
const MAX_FOLD_MS = 30_000;

type Runner = Pick<ProjectionRunner, 'status' | 'foldingFor'>;

/**
 * For readiness: fails if the log holds events that a view of this process neither folds nor passes, as after a lost
 * subscription. A view that is behind and makes progress passes, as does one that is being filled, which is `starting`; one
 * that another process owns is not looked at.
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

/** A view that has halted has a check of its own. */
function follows(runner: Runner): boolean {
  return ['catching-up', 'live'].includes(runner.status().state);
}

/** The result, or undefined after `ms`. @throws what `work` rejects with before */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  // A rejection after the time limit has no listener left.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
