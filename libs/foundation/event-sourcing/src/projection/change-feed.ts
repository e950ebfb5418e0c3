import { Injectable, Optional } from '@nestjs/common';
import { Database, isConnectionError } from '@parley/platform/database/database';
import { listen } from '@parley/platform/database/notifications';
import { backoff, pause } from '@parley/platform/database/retry';
import { Wake } from '@parley/platform/database/wake';
import { CHANGES_CHANNEL, PostgresViews } from './postgres-views';
import type { Change } from './view';

const BATCH = 1_000;
/**
 * Interval in ms at which the table is polled for a view whose projector runs in this process, in case that projector
 * has moved to another process.
 */
const IDLE_POLL_MS = 5_000;

interface ChangeRow {
  position: string;
  id: string;
  parent_id: string | null;
  customer_id: string;
  before: unknown;
  after: unknown;
  correlation_id: string | null;
}

const columns = 'position, id, parent_id, customer_id, before, after, correlation_id';

/** Delivers the rows that views changed, as their projectors recorded them in the transactions of the changes. */
@Injectable()
export class ChangeFeed {
  private readonly sleepers = new Set<() => void>();

  constructor(
    private readonly database: Database,
    /** The views whose projectors run in this process, if any. */
    @Optional() private readonly views?: PostgresViews,
  ) {}

  /** Wakes the tails of this process whenever a view has changed, until `signal` aborts. Without it, they only poll. */
  async listen(signal: AbortSignal): Promise<void> {
    const wake = () => {
      for (const sleeper of [...this.sleepers]) sleeper();
    };
    const onNotification = (payload: string) => this.views?.isOwnNotice(payload) || wake();
    await listen(this.database, CHANGES_CHANNEL, { onNotification, onListening: wake }, signal);
  }

  /**
   * Yields a view's changes after a position in order, then live ones, until `signal` aborts. Batches are never empty
   * and never split the changes of one position. Nothing is skipped: a view has one projector, so its positions
   * commit in order. Changes of a projector in this process are handed over in memory, others are read from the
   * table.
   * @param pollMs longest delay in ms of another process's change if its notification is lost
   */
  async *tail(
    view: string,
    { after, signal, pollMs = 250 }: { after: string; signal: AbortSignal; pollMs?: number },
  ): AsyncIterable<Change[]> {
    const handover = this.views?.changes;
    const notice = new Wake();
    const wake = () => notice.wake();
    const desk = handover?.open(view, wake);
    let isNoticed = true;
    const onNotice = () => {
      isNoticed = true;
      wake();
    };
    this.sleepers.add(onNotice);
    try {
      let position = after;
      for (let failures = 0; !signal.aborted;) {
        try {
          const handed = desk?.take(position);
          if (handed && handed.until > position) {
            position = handed.until;
            if (handed.changes.length > 0) yield handed.changes;
            continue;
          }
          const isFoldedHere = handover?.isFoldedHere(view) ?? false;
          if (handed === null || isNoticed || !isFoldedHere) {
            isNoticed = false;
            const changes = await this.read(view, position);
            failures = 0;
            position = changes.at(-1)?.position ?? position;
            if (changes.length > 0) {
              isNoticed = true;
              yield changes;
              continue;
            }
          }
          await notice.sleep(isFoldedHere ? IDLE_POLL_MS : pollMs, signal);
        } catch (error) {
          if (!isConnectionError(error)) throw error;
          isNoticed = true;
          await pause(backoff(++failures), signal);
        }
      }
    } finally {
      this.sleepers.delete(onNotice);
      desk?.close();
    }
  }

  /**
   * Returns a customer's changes since a cursor, in order, for a client that was offline.
   * @param options.parentId limits them to the rows of one parent
   * @returns null if some were deleted already or there are more than `limit`: the client then fetches everything
   * again
   */
  async since(
    view: string,
    options: { customerId: string; after: string; limit: number; parentId?: string },
  ): Promise<Change[] | null> {
    const { customerId, after, limit, parentId = null } = options;
    const { rows } = await this.database.query<ChangeRow>(
      `select ${columns} from parley.change
        where view = $1 and customer_id = $2 and position > $3 and ($4::text is null or parent_id = $4)
        order by position limit $5`,
      [view, customerId, after, parentId, limit + 1],
    );
    // Checked after reading, so that a clean-up in between is noticed.
    return rows.length <= limit && (await this.isKept(view, after)) ? rows.map(toChange) : null;
  }

  /** Whether all changes since a cursor are still stored. A cursor ahead of the view belongs to another log. */
  private async isKept(view: string, after: string): Promise<boolean> {
    const { rows } = await this.database.query<{ kept: boolean }>(
      'select changes_after <= $2 and position >= $2 as kept from parley.view_checkpoint where view = $1',
      [view, after],
    );
    return rows[0]?.kept ?? false;
  }

  private async read(view: string, after: string): Promise<Change[]> {
    const { rows } = await this.database.query<ChangeRow>(
      `select ${columns} from parley.change where view = $1 and position > $2
        order by position fetch first ${BATCH} rows with ties`,
      [view, after],
    );
    return rows.map(toChange);
  }
}

function toChange(row: ChangeRow): Change {
  const { position, id, parent_id: parentId, customer_id: customerId, before, after } = row;
  const change = { position, customerId, id, parentId, before, after };
  return row.correlation_id === null ? change : { ...change, correlationId: row.correlation_id };
}
