import type { Database, Sql } from '@parley/platform/database/database';
import type { EventStore } from '../store/event-store';
import type { View } from './view';
import {
  createIndexes,
  createSchema,
  ddlHash,
  fold,
  loadCheckpoint,
  START,
  withoutWaitingForDisk,
  type Checkpoint,
} from './view-schema';

/**
 * Fills a view anew beside the live one and swaps the two in one transaction. It ends exactly at the live
 * checkpoint, so a running projector goes on as if nothing had happened. Nothing is pushed: clients whose cursor is
 * older than the swap start over. A view without a checkpoint of this log is filled up to the head.
 */
export async function rebuildView(store: EventStore, database: Database, view: View): Promise<void> {
  const [next, old] = [`${view.name}_next`, `${view.name}_old`];
  await database.transaction((tx) => createSchema(tx, view, next));
  let filled = START;
  const fill = async (target: string, tx?: Sql) => {
    filled = await fillBetween(store, tx ?? database, view, next, filled, target);
  };
  await fill(await target(store, await loadCheckpoint(database, view.name)));
  await database.transaction((tx) => createIndexes(tx, view, next));
  // What the live projector did meanwhile is caught up without holding it up, and then the last bit while it waits.
  await fill(await target(store, await loadCheckpoint(database, view.name)));
  await database.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('create view ' || $1))`, [view.name]);
    await fill(await target(store, await loadCheckpoint(tx, view.name, true)), tx);
    await tx.query(`drop schema if exists "${old}" cascade`);
    await renameIfThere(tx, view.name, old);
    await tx.query(`alter schema "${next}" rename to "${view.name}"`);
    // Realtime may not have read the latest changes yet. Those of a log that is not this one mean nothing any more.
    await tx.query(
      `delete from parley.change c using parley.view_checkpoint v
        where c.view = $1 and v.view = $1 and (c.position > $2 or v.engine_id <> $3)`,
      [view.name, filled, store.engineId],
    );
    await tx.query(
      `insert into parley.view_checkpoint (view, position, engine_id, ddl_hash, changes_after)
       values ($1, $2, $3, $4, $2)
       on conflict (view) do update set position = $2, engine_id = $3, ddl_hash = $4, changes_after = $2`,
      [view.name, filled, store.engineId, ddlHash(view)],
    );
  });
  // Not above: dropping tables waits for whoever reads them, renaming their schema does not.
  await database.query(`drop schema if exists "${old}" cascade`);
}

/** Where the live view is; the head where it never was in this log. */
async function target(store: EventStore, live: Checkpoint | null): Promise<string> {
  const head = (await store.head()) ?? START;
  return live && live.engineId === store.engineId && live.position <= head ? live.position : head;
}

/** Folds what lies after `after` and up to `until`. @returns `until`. */
async function fillBetween(
  store: EventStore,
  sql: Database | Sql,
  view: View,
  schema: string,
  after: string,
  until: string,
): Promise<string> {
  if (after >= until) return after;
  const stop = new AbortController();
  for await (const batch of store.subscribeAll({ after, prefixes: view.prefixes, signal: stop.signal })) {
    const events = batch.events.filter(({ position }) => position <= until);
    if (events.length > 0) await inTransaction(sql, (tx) => fold(tx, view, schema, events));
    if (batch.checkpoint >= until) break;
  }
  stop.abort();
  return until;
}

async function inTransaction(sql: Database | Sql, work: (tx: Sql) => Promise<unknown>): Promise<void> {
  if (!('transaction' in sql)) {
    await work(sql);
    return;
  }
  await sql.transaction(async (tx) => {
    await withoutWaitingForDisk(tx);
    await work(tx);
  });
}

async function renameIfThere(tx: Sql, from: string, to: string): Promise<void> {
  const { rows } = await tx.query('select from pg_namespace where nspname = $1', [from]);
  if (rows.length > 0) await tx.query(`alter schema "${from}" rename to "${to}"`);
}
