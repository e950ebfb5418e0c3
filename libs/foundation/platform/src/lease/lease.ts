import { isOtherTables, type Database, type Sql } from '../database/database';
import { backoff, pause } from '../database/retry';

/** Somebody else owns it now, or may: whatever was not committed yet must not be. */
export class LeaseLost extends Error {}

/** So often, over some twenty seconds, a view's tables may be missing: a first start, or an upgrade, is still making them. */
const ROUNDS_WITHOUT_TABLES = 8;

/** What a worker holds while it owns something, and shows with each commit. */
export class Lease {
  constructor(
    readonly pool: string,
    readonly name: string,
    /** Names this ownership: no later owner has the same. */
    readonly fence: string,
    /** Aborts once it is lost or to be given back. */
    readonly signal: AbortSignal,
    private readonly isCurrent: () => boolean,
  ) {}

  /** Whether it may be begun with something new. Says no on time, even in a process that was frozen until now. */
  isOwned(): boolean {
    return !this.signal.aborted && this.isCurrent();
  }

  /**
   * Does round after round for as long as it is owned; one that fails is tried again after a wait that grows.
   * @param round resolves with the milliseconds to rest after it
   * @param onError hears why a round failed, but for tables that are being made
   * @throws LeaseLost where a round does
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
   * Asks within the transaction that depends on it; until that ends, nobody takes the lease over.
   * @throws LeaseLost
   */
  async assertOwned(tx: Sql): Promise<void> {
    const { rows } = await tx.query<{ owned: boolean }>('select parley.owns_lease($1, $2, $3) as owned', [
      this.pool,
      this.name,
      this.fence,
    ]);
    if (!rows[0]?.owned) throw new LeaseLost(`${this.pool}/${this.name} has another owner.`);
  }

  /** The same database, whose transactions throw LeaseLost first of all once somebody else owns it. */
  guard(database: Database): Database {
    const transaction: Database['transaction'] = (work, first) =>
      database.transaction(async (tx, answer) => {
        await this.assertOwned(tx);
        return work(tx, answer);
      }, first);
    return Object.assign(Object.create(database) as Database, { transaction });
  }
}
