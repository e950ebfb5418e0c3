import { randomUUID } from 'node:crypto';
import type { Sql } from '../database/database';
import type { Lease } from './lease';
import { LeaseShare } from './lease-share';

export interface LeaseOptions {
  /** Who we are. Left out: a new name for each share. Given, a restart takes up at once what its last life held. */
  owner?: string;
  /** How long a lease outlasts its owner's last sign of life, in milliseconds. */
  ttlMs?: number;
  renewEveryMs?: number;
}

/**
 * Ownership of what one process at a time may work on. Rows by the clock of the database, not locks of its sessions:
 * a frozen owner would keep those.
 */
export class Leases {
  constructor(
    private readonly database: Sql,
    private readonly options: LeaseOptions = {},
  ) {}

  /**
   * Does `work` for each of `names` that this process owns, side by side, until `signal` aborts. The processes that
   * share a pool own about the same number each; what a dead or frozen one owned goes to the others after 10 s.
   * `work` ends soon after `lease.signal` aborts; if it ends by itself, the lease is kept and nothing more is done.
   * @throws whatever `work` throws, except LeaseLost
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

  /** Does `work` while this process owns `name`; others that ask for it stand by. */
  async hold(name: string, work: (lease: Lease) => Promise<void>, signal: AbortSignal): Promise<void> {
    await this.share(name, [name], work, signal);
  }
}
