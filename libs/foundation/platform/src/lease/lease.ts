import { isOtherTables, type Database, type Sql } from '../database/database';
import { backoff, pause } from '../database/retry';

/** Another process owns the lease now or may own it, so the transaction must not commit. */
export class LeaseLost extends Error {}

/**
 * Number of rounds, over some twenty seconds, in which a missing table is no error: at a first start or an upgrade,
 * the tables of views are still being created.
 */
const ROUNDS_WITHOUT_TABLES = 8;

/** The right of a worker to exclusive work; each of its transactions checks it. */
export class Lease {
  constructor(
    readonly pool: string,
    readonly name: string,
    /** Fencing number of this ownership; every later owner has a greater number. */
    readonly fence: string,
    /** Aborts when the lease is lost or must be released. */
    readonly signal: AbortSignal,
    private readonly isCurrent: () => boolean,
  ) {}

  /** Whether new work may begin. Returns false in time even if the process has been frozen until now. */
  isOwned(): boolean {
    return !this.signal.aborted && this.isCurrent();
  }

  /**
   * Repeats `round` while the lease is owned; retries a failing round after a growing pause.
   * @param round resolves with the milliseconds until the next round
   * @param onError called with the error of a round, except for tables that are still being created
   * @throws LeaseLost if a round throws it
   */
  async repeat(round: () => Promise<number>, onError: (error: unknown) => void): Promise<void> {
    for (let failures = 0; this.isOwned();) {
      try {
        const restMs = await round();
        failures = 0;
        await pause(restMs, this.signal);
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        failures++;
        if (!isOtherTables(error) || failures > ROUNDS_WITHOUT_TABLES) onError(error);
        await pause(backoff(failures), this.signal);
      }
    }
  }

  /**
   * Checks the lease within a transaction; no other process can take it over before the transaction ends.
   * @throws LeaseLost if another process owns it
   */
  async assertOwned(tx: Sql): Promise<void> {
    const { rows } = await tx.query<{ owned: boolean }>('select parley.owns_lease($1, $2, $3) as owned', [
      this.pool,
      this.name,
      this.fence,
    ]);
    if (!rows[0]?.owned) throw new LeaseLost(`${this.pool}/${this.name} has another owner.`);
  }

  /** @returns the same database, but each transaction first throws LeaseLost if another process owns the lease */
  guard(database: Database): Database {
    const transaction: Database['transaction'] = (work, first) =>
      database.transaction(async (tx, answer) => {
        await this.assertOwned(tx);
        return work(tx, answer);
      }, first);
    return Object.assign(Object.create(database) as Database, { transaction });
  }
}
