import { type Database, type Sql } from '@parley/platform/database/database';
import { failureOf } from '@parley/platform/database/failures';
import { backoff, pause } from '@parley/platform/database/retry';
import { Turns } from '@parley/platform/database/turns';
import type { EventStore } from '../store/event-store';
import { alone, RebuildUnderWay, type AloneOptions } from './alone';
import { FoldRetries } from './fold-retries';
import { forgetSetAside } from './set-aside';
import { discardSchema, FillSuperseded, SideView, type FillOptions } from './side-view';
import type { View } from './view';
import { ddlHash, loadCheckpoint, START, type Checkpoint } from './view-schema';

/**
 * Maximum number of rounds in which a rebuild catches up with the live projector, before the projector has to wait
 * for the last round.
 */
const ROUNDS = 5;
/** After a round shorter than this many ms, so few events are left that the live projector may wait for them. */
const SHORT_MS = 200;
/** Limit for each statement of the swap, which blocks the live projector. */
const SWAP_STATEMENT_TIMEOUT = '5s';
/** Maximum number of tries of a swap whose transaction is aborted. */
const MAX_SWAPS = 5;

/**
 * Swaps run one after the other: each needs a second connection, and views that are filled together would all swap at
 * the same moment.
 */
const swapping = new Turns();

/** Thrown if a rebuild would show less than the live view does; it is then not swapped in. */
export class WorseThanLive extends Error {}

export interface RebuildOptions extends FillOptions, AloneOptions {
  /** Whether to start over instead of continuing a rebuild that was stopped. */
  fresh?: boolean;
  /**
   * Whether to fill up to the head of the log, for the owner of a view that is far behind; otherwise up to the live
   * view's position.
   */
  toHead?: boolean;
  retries?: FoldRetries;
}

/**
 * Fills a view in side tables and swaps them with the live ones in one transaction. The filling ends exactly at the
 * live checkpoint, so that a running projector continues without noticing. Nothing is pushed: clients with a cursor
 * older than the swap start over. A view without a checkpoint of this log is filled up to the head. A rebuild that
 * was stopped or killed is continued if tables and log are still the same. Quarantined streams are folded again;
 * those that still cannot be folded are quarantined in the new tables.
 * @throws FillStopped once `signal` aborts; the next rebuild continues it
 * @throws WorseThanLive if a whole organisation had to be quarantined that the live view shows with the same tables
 * @throws RebuildUnderWay or FillSuperseded if another process rebuilds the view
 */
export async function rebuildView(
  store: EventStore,
  database: Database,
  view: View,
  options: RebuildOptions = {},
): Promise<void> {
  let fresh = options.fresh ?? false;
  const target = (live: Checkpoint | null) => targetOf(store, live, options.toHead);
  // Kept when the lease is lost, so that a fold which blocks this process for longer than a lease counts as tried.
  const { retries = new FoldRetries() } = options;
  await alone(database, view, options, async (owned) => {
    const [next, old] = [nextSchema(view), `${view.name}_old`];
    const side = new SideView(store, owned, view, next, options, retries);
    await side.open(fresh);
    fresh = false;
    // An earlier fill up to the head may be ahead of the live view. Such a fill is discarded, since the live view
    // would fold those events again.
    if (side.isBeyond(await target(await loadCheckpoint(database, view.name)))) await side.open(true);
    const fill = async () => side.fill(await target(await loadCheckpoint(database, view.name)));
    await fill();
    await side.index();
    await catchUp(fill);
    const swapIn = async (tx: Sql) => {
      await tx.query(`select pg_advisory_xact_lock(hashtext('create view ' || $1))`, [view.name]);
      const filled = await target(await loadCheckpoint(tx, view.name, true));
      if (side.isBeyond(filled)) throw new FillSuperseded(`${next} is ahead of ${view.name}.`);
      await tx.query(`set local statement_timeout = '${SWAP_STATEMENT_TIMEOUT}'`);
      await side.fill(filled, tx);
      await requireNoWorse(tx, view, next);
      await swap(tx, view, { next, old, filled, engineId: store.engineId });
    };
    for (let failures = 0; ;) {
      try {
        await swapping.take('', () => owned.transaction(swapIn));
        break;
      } catch (error) {
        if (failureOf(error) !== 'retry' || ++failures === MAX_SWAPS) throw error;
        // The commit may have succeeded although its response was lost; a commit in progress still has the lock.
        if (!(await loadCheckpoint(database, next, true))) break;
        await pause(backoff(failures), options.signal ?? new AbortController().signal);
        // Folds the last part in transactions of its own, which can quarantine an event that fails.
        await side.open(false);
        await fill();
      }
    }
    // Outside of the swap's transaction: dropping tables waits for their readers, while renaming their schema does
    // not.
    await database.query(`drop schema if exists "${old}" cascade`);
  });
}

const nextSchema = ({ name }: View) => `${name}_next`;

/** Name of the schema in which a view is filled only to compare it with the live view. */
export const verifySchema = ({ name }: View) => `${name}_verify`;

async function targetOf(store: EventStore, live: Checkpoint | null, toHead = false): Promise<string> {
  return liveTarget(store, toHead ? null : live);
}

/** The live view's position, up to which a rebuild fills; the head of the log if the view never read this log. */
export async function liveTarget(store: EventStore, live: Checkpoint | null): Promise<string> {
  const head = (await store.head()) ?? START;
  return live && live.engineId === store.engineId && live.position <= head ? live.position : head;
}

/**
 * Removes the tables of abandoned rebuilds and verifications, but not those of rebuilds in progress.
 * @returns the names of the views
 */
export async function discardAbandoned(database: Database, views: View[]): Promise<string[]> {
  const discarded: string[] = [];
  for (const view of views) {
    await alone(database, view, {}, async (owned) => {
      await owned.transaction(async (tx) => {
        await tx.query(`drop schema if exists "${view.name}_old" cascade`);
        const left = [nextSchema(view), verifySchema(view)];
        const found = await Promise.all(left.map((schema) => loadCheckpoint(tx, schema)));
        for (const schema of left) await discardSchema(tx, schema);
        if (found.some((checkpoint) => checkpoint !== null)) discarded.push(view.name);
      });
    }).catch((error: unknown) => {
      if (!(error instanceof RebuildUnderWay)) throw error;
    });
  }
  return discarded;
}

/** Repeats the fill, without blocking the live projector, until few events are left. */
async function catchUp(fill: () => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await fill();
    if (performance.now() - started < SHORT_MS) return;
  }
}

/** @throws WorseThanLive if an organisation is quarantined only in the new tables */
async function requireNoWorse(tx: Sql, view: View, next: string): Promise<void> {
  const live = await loadCheckpoint(tx, view.name);
  if (live?.ddlHash !== ddlHash(view)) return;
  const { rows } = await tx.query<{ customer_id: string; error: string }>(
    `select customer_id, error from parley.set_aside n
      where view = $1 and stream is null
        and not exists (select from parley.set_aside l
                         where l.view = $2 and l.customer_id = n.customer_id and l.stream is null)
      order by at limit 1`,
    [next, view.name],
  );
  const [worse] = rows;
  if (!worse) return;
  throw new WorseThanLive(
    `${view.name} was left as it is: folded anew, nearly nothing of the organisation ${worse.customer_id} could be shown (${worse.error}).`,
  );
}

/**
 * Columns of the tally. The tally of a fill belongs to its rows, so it replaces the live tally together with them.
 */
const TALLY_COLUMNS = ['tally_id', 'tally_from', 'tally_to', 'tally_events', 'tally_positions'];
const TALLY = TALLY_COLUMNS.join(', ');
const TALLY_OF_FILLED = TALLY_COLUMNS.map((column) => `excluded.${column}`).join(', ');

async function swap(
  tx: Sql,
  view: View,
  { next, old, filled, engineId }: { next: string; old: string; filled: string; engineId: string },
): Promise<void> {
  await tx.query(`drop schema if exists "${old}" cascade`);
  const { rows } = await tx.query('select from pg_namespace where nspname = $1', [view.name]);
  if (rows.length > 0) await tx.query(`alter schema "${view.name}" rename to "${old}"`);
  await tx.query(`alter schema "${next}" rename to "${view.name}"`);
  // Keeps changes that the realtime role may not have read yet; deletes changes of another log, which mean nothing in
  // this log.
  await tx.query(
    `delete from parley.change c using parley.view_checkpoint v
      where c.view = $1 and v.view = $1 and (c.position > $2 or v.engine_id <> $3)`,
    [view.name, filled, engineId],
  );
  await forgetSetAside(tx, view.name);
  await tx.query('update parley.set_aside set view = $1 where view = $2', [view.name, next]);
  await tx.query(
    `with filled as (delete from parley.view_checkpoint where view = $5 returning ${TALLY})
     insert into parley.view_checkpoint as c (view, position, engine_id, ddl_hash, changes_after, ${TALLY})
     select $1, $2, $3, $4, $2, ${TALLY} from filled
     on conflict (view) do update set position = $2, engine_id = $3, ddl_hash = $4, changes_after = $2,
                                      aside_version = c.aside_version + 1,
                                      (${TALLY}) = row (${TALLY_OF_FILLED})`,
    [view.name, filled, engineId, ddlHash(view), next],
  );
  await tx.query(
    'update parley.view_comparison set rebuilt_at = now() where view = $1 and differs_after is not null',
    [view.name],
  );
}
