import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@parley/platform/database/database';
import { LeaseLost } from '@parley/platform/lease/lease';
import { Leases } from '@parley/platform/lease/leases';
import { FillStopped, FillSuperseded } from './side-view';
import type { View } from './view';

/** Interval in ms at which a waiting process checks whether the owner is alive. */
const LOOK_EVERY_MS = 200;

export interface AloneOptions {
  /** Whether to wait for another process that rebuilds this view, instead of throwing `RebuildUnderWay`. */
  wait?: boolean;
  /** Stops the waiting when it aborts. */
  signal?: AbortSignal;
  /** Leases with a shorter duration than usual, for tests. */
  leases?: Leases;
}

/** Thrown if another process rebuilds or verifies this view. */
export class RebuildUnderWay extends Error {}

/**
 * Runs `work` on the side tables of a view while no other process does: two concurrent rebuilds would undo each
 * other's work. The owner has a lease, so an owner that died or froze blocks others for at most 10 s.
 * @param work gets a database whose transactions fail once another process is the owner. If the lease is lost while
 * `work` runs and `wait` is set, `work` starts again.
 * @returns the result of `work`
 * @throws RebuildUnderWay if another owner renews its lease and `wait` is not set
 * @throws FillSuperseded if the lease was lost while `work` ran and `wait` is not set
 * @throws FillStopped if `signal` aborts before the work begins
 */
export async function alone<T>(
  database: Database,
  view: View,
  { wait = false, signal, leases = new Leases(database) }: AloneOptions,
  work: (owned: Database) => Promise<T>,
): Promise<T> {
  const pool = `rebuild of ${view.name}`;
  const over = new AbortController();
  const end = () => over.abort();
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  const outcome: { begun: boolean; done?: { result: T }; failed?: { error: unknown } } = { begun: false };
  const fail = (error: unknown) => {
    outcome.failed ??= { error };
    end();
  };
  const holding = leases.hold(
    pool,
    async (lease) => {
      outcome.begun = true;
      try {
        outcome.done = { result: await work(lease.guard(database)) };
        end();
      } catch (error) {
        const isLost = error instanceof LeaseLost && !lease.isOwned();
        if (isLost && wait && !over.signal.aborted) throw error;
        fail(isLost ? new FillSuperseded(`Another process rebuilds ${view.name} by now.`) : error);
      }
    },
    over.signal,
  );
  if (!wait) {
    const isWaiting = () => !outcome.begun && !over.signal.aborted;
    void untilOwnerLives(database, pool, isWaiting)
      .then((lives) => {
        if (lives && isWaiting())
          throw new RebuildUnderWay(`${view.name} is being rebuilt or verified by another process.`);
      })
      .catch(fail);
  }
  await holding.finally(() => signal?.removeEventListener('abort', end));
  if (outcome.failed) throw outcome.failed.error;
  if (!outcome.done) throw new FillStopped();
  return outcome.done.result;
}

/** @returns true once the owner has renewed its lease, false if `isWaiting` ends first */
async function untilOwnerLives(database: Database, pool: string, isWaiting: () => boolean): Promise<boolean> {
  for (let before: Owner | undefined; isWaiting(); await pause(LOOK_EVERY_MS)) {
    const { rows } = await database.query<Owner>(
      `select m.owner, m.until from parley.lease l join parley.lease_member m using (pool, owner)
        where l.pool = $1`,
      [pool],
    );
    const owner = rows[0];
    if (owner && owner.owner === before?.owner && owner.until > before.until) return true;
    before = owner;
  }
  return false;
}

interface Owner {
  [column: string]: unknown;
  owner: string;
  until: Date;
}
