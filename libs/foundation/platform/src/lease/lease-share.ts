import { setMaxListeners } from 'node:events';
import { Logger } from '@nestjs/common';
import type { Sql } from '../database/database';
import { backoff, pause } from '../database/retry';
import { Lease, LeaseLost } from './lease';

/** Interval in ms at which a process with less than its share tries to take leases. */
const SEEK_EVERY_MS = 1_000;

export interface ShareSettings {
  pool: string;
  names: string[];
  work: (lease: Lease) => Promise<void>;
  owner: string;
  ttlMs: number;
  renewEveryMs: number;
}

interface Held {
  lease: Lease;
  stop: AbortController;
  /** Resolves when the work has ended. */
  done: Promise<void>;
}

interface Renewed {
  names: string[] | null;
  fences: string[] | null;
  fair_share: number;
  next_expiry_ms: number | null;
}

/** The leases of one pool that this process owns and works on. */
export class LeaseShare {
  private readonly logger = new Logger('Lease');
  /** Leases with running work, and those whose work is ending. */
  private readonly held = new Map<string, Held>();
  private readonly over = new AbortController();
  /** Time until which the leases are valid, by `performance.now()`, which continues while the process is frozen. */
  private validUntil = 0;
  private expiry: NodeJS.Timeout | undefined;
  private failure: { error: unknown } | undefined;

  constructor(
    private readonly database: Sql,
    private readonly settings: ShareSettings,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const end = () => this.over.abort();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    for (let failures = 0; !this.over.signal.aborted;) {
      try {
        const sleepMs = await this.renew(this.settings.names.filter((name) => !this.held.has(name)));
        failures = 0;
        await pause(sleepMs, this.over.signal);
      } catch (error) {
        // A mistake in a statement (SQLSTATE class 42) is permanent; other errors may pass.
        if (/^42/.test((error as { code?: string }).code ?? '')) this.fail(error);
        this.logger.warn(`Leases of ${this.settings.pool} cannot be renewed: ${String(error)}`);
        await pause(Math.min(backoff(++failures), this.settings.renewEveryMs), this.over.signal);
      }
    }
    signal.removeEventListener('abort', end);
    await this.leave();
    if (this.failure) throw this.failure.error;
  }

  /** @returns milliseconds until the next call */
  private async renew(wanted: string[]): Promise<number> {
    const { pool, names, owner, ttlMs, renewEveryMs } = this.settings;
    const askedAt = performance.now();
    const { rows } = await this.database.query<Renewed & { [column: string]: unknown }>(
      'select * from parley.renew_leases($1, $2, $3, $4, $5)',
      [pool, owner, names.length, wanted, `${ttlMs} milliseconds`],
    );
    const { names: owned, fences, fair_share: fairShare, next_expiry_ms: nextExpiry } = rows[0]!;
    // The response may have waited while the process was frozen.
    if (!this.extend(askedAt + ttlMs)) return 0;
    const fenceOf = new Map(owned?.map((name, index) => [name, fences![index]!]));
    for (const { lease, stop } of this.held.values()) {
      if (fenceOf.get(lease.name) !== lease.fence) stop.abort();
    }
    for (const name of wanted) {
      const fence = fenceOf.get(name);
      if (fence !== undefined) this.start(name, fence);
    }
    const active = [...this.held.values()].filter(({ stop }) => !stop.signal.aborted);
    for (const surplus of active.slice(fairShare)) void this.giveBack(surplus);
    const patience = active.length < Math.min(fairShare, names.length) ? SEEK_EVERY_MS : renewEveryMs;
    // Renews again 20 ms after the next lease of another process expires, to take it over.
    return Math.min(patience, renewEveryMs, Math.max(nextExpiry ?? Infinity, 0) + 20);
  }

  /** @returns false if `until` has passed already */
  private extend(until: number): boolean {
    clearTimeout(this.expiry);
    this.validUntil = until;
    const left = until - performance.now();
    const expire = () => this.held.forEach(({ stop }) => stop.abort());
    if (left > 0) this.expiry = setTimeout(expire, left);
    else expire();
    return left > 0;
  }

  private start(name: string, fence: string): void {
    const stop = new AbortController();
    // Work may add any number of listeners to the signal.
    setMaxListeners(0, stop.signal);
    const isCurrent = () => performance.now() < this.validUntil;
    const lease = new Lease(this.settings.pool, name, fence, stop.signal, isCurrent);
    const done = this.settings
      .work(lease)
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) this.fail(error);
        stop.abort();
      })
      .finally(() => {
        // If the work ended by itself, the process keeps the lease, since the work would end the same way in another
        // process.
        if (stop.signal.aborted) this.held.delete(name);
        else stop.signal.addEventListener('abort', () => this.held.delete(name));
      });
    this.held.set(name, { lease, stop, done });
  }

  private async giveBack({ lease: { pool, name, fence }, stop, done }: Held): Promise<void> {
    stop.abort();
    await done;
    await this.database
      .query('update parley.lease set owner = null where pool = $1 and name = $2 and fence = $3', [
        pool,
        name,
        fence,
      ])
      .catch((error: unknown) => this.logger.warn(`${pool}/${name} cannot be given back: ${String(error)}`));
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.over.abort();
  }

  /**
   * Ends all work, renews the leases until it has ended, and then releases them, so that other processes take over
   * without waiting for their expiry.
   */
  private async leave(): Promise<void> {
    const all = [...this.held.values()];
    for (const { stop } of all) stop.abort();
    const ended = new AbortController();
    const work = Promise.all(all.map(({ done }) => done)).then(() => ended.abort());
    while (this.held.size > 0) {
      await pause(this.settings.renewEveryMs, ended.signal);
      if (!ended.signal.aborted) await this.renew([]).catch(() => undefined);
    }
    await work;
    clearTimeout(this.expiry);
    const { pool, owner } = this.settings;
    await this.database
      .query('delete from parley.lease_member where pool = $1 and owner = $2', [pool, owner])
      .catch(() => undefined);
  }
}
