import type { Sql } from '@parley/platform/database/database';
import { pause } from '@parley/platform/database/retry';

/** Transactions per second above which the database counts as used by people; an idle product makes fewer. */
const BUSY = 50;
/** The fill's own transactions per batch: the batch and the query after it. */
const OWN = 2;
const MAX_REST_MS = 2_000;

/**
 * Makes a fill yield to other users of the database: while they make transactions, it rests after each batch for as
 * long as the batch took. Their transactions are counted by PostgreSQL's counter, which is about a second late.
 */
export class LiveWork {
  private last: { transactions: number; at: number } | null = null;

  constructor(
    private readonly database: Sql,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Called after each batch.
   * @param workedMs duration of the batch in ms
   * @returns the duration of the rest in ms
   */
  async yieldTo(workedMs: number, signal?: AbortSignal): Promise<number> {
    const isBusy = (await this.rate()) > BUSY;
    const restMs = isBusy ? Math.min(workedMs, MAX_REST_MS) : 0;
    if (restMs > 0) await pause(restMs, signal ?? new AbortController().signal);
    return restMs;
  }

  /** Transactions per second of other users since the last call. */
  private async rate(): Promise<number> {
    const { rows } = await this.database.query<{ transactions: number }>(
      `select (xact_commit + xact_rollback)::float8 as transactions
         from pg_stat_database where datname = current_database()`,
    );
    const { last } = this;
    const found = { transactions: rows[0]?.transactions ?? 0, at: this.now() };
    this.last = found;
    if (!last) return 0;
    const others = found.transactions - last.transactions - OWN;
    return (others / Math.max(found.at - last.at, 1)) * 1_000;
  }
}
