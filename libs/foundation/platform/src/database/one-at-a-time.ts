import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Database } from './database';
import { Turns } from './turns';

const LOCK_TIMEOUT = '55P03';

/**
 * Does what is checked across streams one thing after the other, whichever process it is asked of: two who block each
 * other at once would otherwise both find the other one still there.
 */
@Injectable()
export class OneAtATime {
  /**
   * Milliseconds that a work waits for others, and that a lock is kept for a work that does not end, as in a process
   * that froze. Longer than the works take.
   */
  longestMs = 10_000;
  private readonly turns = new Turns();
  /** Each work keeps a connection while it asks the same pool for others: most of the pool stays for those. */
  private readonly most: number;
  private held = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly database: Database) {
    this.most = Math.max(1, Math.floor(database.pool.options.max / 4));
  }

  /**
   * @param about what the work is about, with the id of whose it is: works about other things wait only where many run
   * @throws CodedError `busy` where others take too long
   */
  run<T>(about: string, work: () => Promise<T>): Promise<T> {
    // Within the process they queue here, so that waiting takes one connection at most for each subject.
    return this.turns.take(about, () => this.placed(() => this.locked(about, work)));
  }

  private async placed<T>(work: () => Promise<T>): Promise<T> {
    if (this.held < this.most) this.held++;
    else await this.place();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // A place that is handed on stays held.
      if (next) next();
      else this.held--;
    }
  }

  /** @throws CodedError `busy` */
  private place(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(new CodedError('busy'));
      }, this.longestMs);
      this.waiting.push(enter);
    });
  }

  private locked<T>(about: string, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = ${this.longestMs}`);
      await tx.query(`set local idle_in_transaction_session_timeout = ${this.longestMs}`);
      // Ends with the transaction, and so with the connection of a process that died or froze.
      await tx
        .query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`parley ${about}`])
        .catch((error: Error & { code?: string }) => {
          throw error.code === LOCK_TIMEOUT ? new CodedError('busy') : error;
        });
      return work();
    });
  }
}
