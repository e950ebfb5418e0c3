import type { Sql } from '@parley/platform/database/database';
import { pause } from '@parley/platform/database/retry';

/** Transactions a second of others from which on people wait for them: a product at rest makes fewer. */
const BUSY = 50;
/** A batch, and the look after it. */
const OWN = 2;
const LONGEST_REST_MS = 2_000;

/**
 * What others do in the database, to whom a fill yields: while they work, it rests after each batch for as long as that
 * took. PostgreSQL counts transactions; it tells about a second late.
 */
export class LiveWork {
  private last: { transactions: number; at: number } | null = null;

  constructor(
    private readonly database: Sql,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * To be called after each batch.
   * @param workedMs how long it took
   * @returns for how many milliseconds it rested
   */
  async yieldTo(workedMs: number, signal?: AbortSignal): Promise<number> {
    const isBusy = (await this.rate()) > BUSY;
    const restMs = isBusy ? Math.min(workedMs, LONGEST_REST_MS) : 0;
    if (restMs > 0) await pause(restMs, signal ?? new AbortController().signal);
    return restMs;
  }

  /** Transactions of others a second, since the last look. */
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
