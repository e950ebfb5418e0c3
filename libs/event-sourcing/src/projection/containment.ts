import type { RecordedEvent } from '@parley/contracts/events';
import { isConnectionError, type Sql } from '@parley/platform/database/database';
import type { SetAside } from './set-aside';
import type { Change } from './view';

/** Folds events and notes what they change; in its transaction it can be taken back. */
type Fold = (events: RecordedEvent[]) => Promise<Change[]>;

/** Something in a batch cannot be folded: in another transaction, it is to be folded carefully. */
export class Unfoldable extends Error {}

/**
 * Folds a batch as one, as nearly every batch can be.
 * @throws Unfoldable where something in it cannot be folded: the transaction is of no more use
 */
export async function foldWhole(events: RecordedEvent[], aside: SetAside, fold: Fold): Promise<Change[]> {
  const left = aside.left(events);
  if (left.length === 0) return [];
  try {
    requireReadable(left);
    const changes = await fold(left);
    aside.folded();
    return changes;
  } catch (error) {
    if (!isOfTheData(error)) throw error;
    throw new Unfoldable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Folds a batch that holds something which cannot be folded: halves it, and halves what fails again, until it has come
 * to the very events that fail. Their streams are set aside from there on, and everything else is folded in its order.
 * @throws NothingFolds
 */
export async function foldCarefully(
  tx: Sql,
  events: RecordedEvent[],
  aside: SetAside,
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
    aside.folded();
    return changes;
  } catch (error) {
    if (!isOfTheData(error)) throw error;
    await tx.query('rollback to savepoint attempt; release savepoint attempt');
    if (left.length === 1) {
      aside.add(first, error);
      return [];
    }
  }
  const middle = left.length >> 1;
  const before = await foldCarefully(tx, left.slice(0, middle), aside, fold);
  const after = await foldCarefully(tx, left.slice(middle), aside, fold);
  return [...before, ...after];
}

function requireReadable(events: RecordedEvent[]): void {
  const unreadable = events.find(({ fault }) => fault !== undefined);
  if (unreadable?.fault) throw unreadable.fault;
}

/**
 * PostgreSQL's errors that a value can cause: too many rows for one (21), not what the type takes (22), against a constraint
 * (23, 44), too large or too deep (54), raised by a function of ours (P0), or a column that a fold named after a value.
 */
const OF_A_VALUE = /^(21|22|23|44|54|P0|42601|42701|42703|42804)/;

/**
 * Whether an error says that these events cannot be folded, rather than that the engine or the view's tables are at
 * fault, of which no organisation's data is the reason.
 */
function isOfTheData(error: unknown): boolean {
  if (isConnectionError(error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return true;
  // Five characters are PostgreSQL's; others, such as ENOSPC, those of the system.
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in (error as object)) return OF_A_VALUE.test(code);
  return !/^E[A-Z]+$/.test(code);
}
