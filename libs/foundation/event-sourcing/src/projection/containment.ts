import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import { failureOf } from '@parley/platform/database/failures';
import type { SetAside } from './set-aside';
import type { Change, View } from './view';
import { requireTables } from './view-schema';

/** Folds events and returns their changes; a rollback to a savepoint undoes its writes. */
type Fold = (events: RecordedEvent[]) => Promise<Change[]>;

/**
 * How a batch is folded. `whole`: in one piece. `careful`: in halves, to find the events that fail. `quarantine`: not
 * folded, but quarantined with this error.
 */
export type FoldMode = 'whole' | 'careful' | { quarantine: unknown };

/**
 * Thrown if an event of a batch cannot be folded; the event has to be found with `foldCarefully` in another
 * transaction.
 */
export class Unfoldable extends Error {}

/**
 * Folds a batch in one piece, which succeeds for nearly every batch.
 * @throws Unfoldable if an event cannot be folded; the transaction can then no longer be used
 */
export async function foldWhole(events: RecordedEvent[], aside: SetAside, fold: Fold): Promise<Change[]> {
  const left = aside.left(events);
  if (left.length === 0) return [];
  try {
    requireReadable(left);
    return await fold(left);
  } catch (error) {
    if (!isOfTheData(error)) throw error;
    throw new Unfoldable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Folds a batch that contains an event which cannot be folded. Halves the batch, and halves the failing parts again,
 * down to the single events that fail. Quarantines their streams from these events on, and folds everything else in
 * order.
 * @param place the view's tables, to distinguish a missing table from an event that cannot be folded
 * @throws the error of the fold if the view's tables are missing
 */
export async function foldCarefully(
  tx: Sql,
  events: RecordedEvent[],
  aside: SetAside,
  place: { view: View; schema: string },
  fold: Fold,
): Promise<Change[]> {
  const left = aside.left(events);
  const [first] = left;
  if (!first) return [];
  await tx.query('savepoint attempt');
  try {
    requireReadable(left);
    const changes = await fold(left);
    await tx.query('release savepoint attempt');
    return changes;
  } catch (error) {
    if (!isOfTheData(error)) throw error;
    await tx.query('rollback to savepoint attempt; release savepoint attempt');
    if (left.length === 1) {
      if (!isOfAValue(error)) await requireTables(tx, place, error);
      aside.add(first, error);
      return [];
    }
  }
  const middle = left.length >> 1;
  const before = await foldCarefully(tx, left.slice(0, middle), aside, place, fold);
  const after = await foldCarefully(tx, left.slice(middle), aside, place, fold);
  return [...before, ...after];
}

function requireReadable(events: RecordedEvent[]): void {
  const unreadable = events.find(({ fault }) => fault !== undefined);
  if (unreadable?.fault) throw unreadable.fault;
}

/** Whether an error was caused by the events or by the code that folds them, and not by the database. */
function isOfTheData(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure !== null) return failure === 'poison';
  const { code } = (error ?? {}) as { code?: unknown };
  // Codes such as ENOSPC come from the operating system, not from the data.
  return typeof code !== 'string' || !/^E[A-Z]+$/.test(code);
}

/**
 * SQLSTATEs of PostgreSQL that are caused by a value and not by missing tables: too many rows (21), a value that the
 * type does not accept (22), a violated constraint (23, 44), too large or too deep (54), an error raised by our own
 * functions (P0), or a column whose name a fold took from a value.
 */
const OF_A_VALUE = /^(21|22|23|44|54|P0|42601|42701|42703|42804)/;

function isOfAValue(error: unknown): boolean {
  return failureOf(error) === null || OF_A_VALUE.test((error as { code: string }).code);
}
