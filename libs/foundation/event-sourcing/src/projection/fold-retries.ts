import { failureOf } from '@parley/platform/database/failures';
import type { EventBatch } from '../store/event-store';
import type { FoldMode } from './containment';

/** Time limit for each statement of a fold: a hanging statement would hold up the view for all organisations. */
export const STATEMENT_TIMEOUT = '15s';
/**
 * Time limit for each wait for a lock, shorter than the limit of the statement, so that waiting for a table under
 * maintenance is not counted as an error of an event.
 */
export const LOCK_TIMEOUT = '10s';
/** If a fold was aborted after at least this many ms, a time limit is taken to be the cause. */
const SLOW_MS = 5_000;
/** Maximum number of tries of an event whose folds exceed a time limit. */
const MAX_SLOW_TRIES = 2;
/** Maximum number of tries of a batch or event whose transactions are aborted for other reasons. */
const MAX_TRIES = 5;
/**
 * Minimum time in ms over which these tries of an event are spread, so that a database failover does not use them up.
 */
const GRACE_MS = 10_000;

/** SQLSTATE of PostgreSQL for a statement that `lock_timeout` ended. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The transaction of a fold was aborted after it began: by a time limit, a deadlock or a lost connection. */
export class FoldAborted extends Error {
  readonly isLocked: boolean;

  /** @param ms duration of the fold in ms */
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
 * Runs the transaction of a fold, including its commit.
 * @param transaction calls `begun` once only the fold and the commit remain
 * @throws FoldAborted if the transaction is aborted after that
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
 * Finds the event whose fold cannot be committed. After a failed batch, its events are folded one by one in
 * transactions of their own; an event that keeps failing alone is at fault. Outlives the lease, since a fold that
 * blocks the process for longer than a lease would otherwise start again with every owner.
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

  modeOf({ events }: EventBatch): FoldMode {
    const [first, second] = events;
    const isAtFault = !second && first !== undefined && first.position === this.atFault?.position;
    return isAtFault ? { quarantine: this.atFault!.error } : 'whole';
  }

  /**
   * Counts a failure of a part, unless it was waiting for a lock: that is retried without a limit.
   * @param now in ms, of a monotonic clock
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
