import { failureOf } from '@parley/platform/database/failures';
import type { EventBatch } from '../store/event-store';
import type { FoldMode } from './containment';

/** Limit on each statement of a fold: one that hangs would hold up the view for all organisations. */
export const STATEMENT_TIMEOUT = '15s';
/** Limit on each wait of a fold for a lock, below the other one: a table that is being maintained is no fault of an event. */
export const LOCK_TIMEOUT = '10s';
/** A fold that lasted this long in ms before its transaction was given up ran into a time limit: it was no accident. */
const SLOW_MS = 5_000;
/** Attempts at one event whose folds run into a time limit. */
const MAX_SLOW_TRIES = 2;
/** Attempts at one batch or event whose transactions are given up for other reasons. */
const MAX_TRIES = 5;
/** Minimum time in ms over which those attempts at one event are spread, so that a failover does not use them up. */
const GRACE_MS = 10_000;

/** SQLSTATE of PostgreSQL for a statement that `lock_timeout` ended. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The transaction of a fold was given up after it had begun: by a time limit, a deadlock or a lost connection. */
export class FoldAborted extends Error {
  /** Whether it was given up while it waited for a lock. */
  readonly isLocked: boolean;

  /** @param ms how long the fold had lasted */
  constructor(
    cause: unknown,
    readonly ms: number,
  ) {
    super(`The transaction was given up: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.isLocked = (cause as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
  }
}

/**
 * Runs the transaction of a fold, its commit included.
 * @param transaction calls `begun` once only the fold and the commit are left to do
 * @throws FoldAborted if the transaction is given up after that
 */
export async function abortable<T>(transaction: (begun: () => void) => Promise<T>): Promise<T> {
  let begunAt: number | undefined;
  try {
    return await transaction(() => (begunAt = performance.now()));
  } catch (error) {
    if (begunAt === undefined || failureOf(error) !== 'retry') throw error;
    throw new FoldAborted(error, performance.now() - begunAt);
  }
}

/**
 * Finds the event whose fold cannot be committed. After a failed batch its events are folded one by one, each in a
 * transaction of its own; an event that keeps failing alone is at fault. Outlives the lease, since a fold that blocks the
 * process for longer than the lease lasts would otherwise be tried afresh in each tenure.
 */
export class FoldRetries {
  private aloneUpTo = '';
  private failing = { from: '', failures: 0, since: 0 };
  private atFault: { position: string; error: FoldAborted } | undefined;

  constructor(private readonly graceMs = GRACE_MS) {}

  /** The next part of a batch for one transaction: all of it, or one event. */
  cut<Batch extends EventBatch>(batch: Batch): Batch {
    const [first, second] = batch.events;
    if (!first || !second || first.position > this.aloneUpTo) return batch;
    return { ...batch, events: [first], checkpoint: first.position, caughtUp: false };
  }

  /** How to fold what `cut` returned. */
  modeOf({ events }: EventBatch): FoldMode {
    const [first, second] = events;
    const isAtFault = !second && first !== undefined && first.position === this.atFault?.position;
    return isAtFault ? { quarantine: this.atFault!.error } : 'whole';
  }

  /**
   * Counts a failure of what `cut` returned, unless it waited for a lock: that is tried again without a limit.
   * @param now in ms, of a clock that never goes back
   */
  failed({ events }: EventBatch, error: FoldAborted, now: number): void {
    const [first] = events;
    if (!first || error.isLocked) return;
    if (this.failing.from !== first.position)
      this.failing = { from: first.position, failures: 0, since: now };
    const failures = ++this.failing.failures;
    const isSlow = error.ms >= SLOW_MS;
    if (events.length > 1) {
      if (!isSlow && failures < MAX_TRIES) return;
      this.aloneUpTo = events.at(-1)!.position;
      this.failing = { from: '', failures: 0, since: now };
    } else {
      const isAccident = failures < MAX_TRIES || now - this.failing.since < this.graceMs;
      if (isSlow ? failures < MAX_SLOW_TRIES : isAccident) return;
      this.atFault = { position: first.position, error };
    }
  }
}
