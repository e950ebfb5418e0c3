import { randomUUID } from 'node:crypto';
import type { Sql } from '../database/database';
import type { Lease } from './lease';
import { LeaseShare } from './lease-share';

export interface LeaseOptions {
  /**
   * Name of this process. By default, a new one for each share. With a fixed name, a restarted process takes over its
   * own leases without delay.
   */
  owner?: string;
  /** Time in ms that a lease stays valid after its owner's last renewal. */
  ttlMs?: number;
  renewEveryMs?: number;
}

/**
 * Ownership of exclusive work. A lease is a row with an expiry by the clock of the database. A lock of a session
 * would not do, since a frozen owner would keep it.
 */
export class Leases {
  constructor(
    private readonly database: Sql,
    private readonly options: LeaseOptions = {},
  ) {}

  /**
   * Runs `work` for each of `names` that this process owns, concurrently, until `signal` aborts. The processes of a
   * pool own about the same number each; 10 s after an owner dies or freezes, the others take its leases. `work` must
   * end soon after `lease.signal` aborts; if it ends by itself, the process keeps the lease and does nothing.
   * @throws the error of `work`, except LeaseLost
   */
  async share(
    pool: string,
    names: string[],
    work: (lease: Lease) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const { owner = randomUUID(), ttlMs = 10_000, renewEveryMs = 3_000 } = this.options;
    await new LeaseShare(this.database, { pool, names, work, owner, ttlMs, renewEveryMs }).run(signal);
  }

  /** Runs `work` while this process owns `name`; other processes that call it wait for the lease. */
  async hold(name: string, work: (lease: Lease) => Promise<void>, signal: AbortSignal): Promise<void> {
    await this.share(name, [name], work, signal);
  }
}
