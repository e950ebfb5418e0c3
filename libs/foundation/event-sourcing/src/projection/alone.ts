import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@parley/platform/database/database';
import { LeaseLost } from '@parley/platform/lease/lease';
import { Leases } from '@parley/platform/lease/leases';
import { FillStopped, FillSuperseded } from './side-view';
import type { View } from './view';

/** How often whoever stands by looks whether the owner lives. */
const LOOK_EVERY_MS = 200;

export interface AloneOptions {
  /** Waits for another process that rebuilds this view, rather than throw `RebuildUnderWay`. */
  wait?: boolean;
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** Of another pace than usual. */
  leases?: Leases;
}

/** Another process rebuilds or verifies this view. */
export class RebuildUnderWay extends Error {}

/**
 * Does `work` on the side tables of a view while no other process does: two that rebuild one view would only undo each
 * other's work. The owner has a lease, so one that died or froze is in nobody's way after 10 s.
 * @param work is given a database whose transactions fail once somebody else is the owner. Where the lease was lost
 * half-way and we wait, it is begun again.
 * @returns what `work` does
 * @throws RebuildUnderWay once the owner has shown that it lives
 * @throws FillSuperseded where the lease was lost half-way
 * @throws FillStopped where `signal` aborts before it is our turn
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

/** @returns true once the owner has renewed its lease, false where that is of no more interest. */
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
