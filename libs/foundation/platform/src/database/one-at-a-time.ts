import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Database } from './database';
import { Turns } from './turns';

const LOCK_TIMEOUT = '55P03';

/**
 * Serialises, across all processes, work that checks several streams. Otherwise two users who block each other at the
 * same moment would both find the other one still active.
 */
@Injectable()
export class OneAtATime {
  /**
   * Maximum time in ms for which work waits for its turn, and after which unfinished work loses its lock, for
   * instance in a frozen process. Longer than any work takes.
   */
  longestMs = 10_000;
  private readonly turns = new Turns();
  /**
   * Maximum number of concurrent calls. Each keeps one connection for its lock while its work uses others of the same
   * pool, so most connections must stay free.
   */
  private readonly most: number;
  private held = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly database: Database) {
    this.most = Math.max(1, Math.floor(database.pool.options.max / 4));
  }

  /**
   * @param about subject of the work, with the id of its owner; up to `most` calls about different subjects run
   * concurrently
   * @throws CodedError `busy` if no turn comes within `longestMs`
   */
  run<T>(about: string, work: () => Promise<T>): Promise<T> {
    // Calls about one subject queue within the process, so that at most one of them takes a connection.
    return this.turns.take(about, () => this.placed(() => this.locked(about, work)));
  }

  private async placed<T>(work: () => Promise<T>): Promise<T> {
    if (this.held < this.most) this.held++;
    else await this.place();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The next call takes over the place, so `held` stays the same.
      if (next) next();
      else this.held--;
    }
  }

  /** @throws CodedError `busy` if no place becomes free within `longestMs` */
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
      // PostgreSQL releases the lock at the end of the transaction, and so also if a process dies or freezes.
      await tx
        .query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`parley ${about}`])
        .catch((error: Error & { code?: string }) => {
          throw error.code === LOCK_TIMEOUT ? new CodedError('busy') : error;
        });
      return work();
    });
  }
}
