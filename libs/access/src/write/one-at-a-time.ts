import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Database } from '@parley/platform/database/database';

/** Longer than what it guards takes; PostgreSQL ends a transaction that stands still for 5 s. */
const LONGEST_WAIT = '5s';
const LOCK_TIMEOUT = '55P03';

/**
 * Does what rules across streams are checked for one after the other within an organisation, whichever process it
 * is asked of: two who block each other at once would otherwise both find the other one still there.
 */
export class OneAtATime {
  private readonly lanes = new Map<string, Promise<unknown>>();

  constructor(private readonly database: Database) {}

  /** @throws Rejected `busy` where others take too long */
  async run<T>(customerId: string, work: () => Promise<T>): Promise<T> {
    // Within the process they queue here, so that waiting takes one connection at most for an organisation.
    const before = this.lanes.get(customerId) ?? Promise.resolve();
    const mine = before.then(() => this.locked(customerId, work));
    const settled = mine.catch(() => undefined);
    this.lanes.set(customerId, settled);
    void settled.then(() => {
      if (this.lanes.get(customerId) === settled) this.lanes.delete(customerId);
    });
    return mine;
  }

  private locked<T>(customerId: string, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = '${LONGEST_WAIT}'`);
      // Ends with the transaction, and so with the connection of a process that died.
      await tx
        .query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`parley members of ${customerId}`])
        .catch((error: Error & { code?: string }) => {
          throw error.code === LOCK_TIMEOUT ? new Rejected('busy') : error;
        });
      return work();
    });
  }
}
