import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import type { Change, View } from './view';

/** The position before the first event. */
export const START = '0'.repeat(20);

export interface Checkpoint {
  position: string;
  engineId: string;
  ddlHash: string;
}

/** SQL expression for a view's checkpoint, for statements that read it together with other data. */
export function checkpointSql(view: string): string {
  return `coalesce((select position from parley.view_checkpoint where view = ${view}), '${START}')`;
}

/** @param lock whether to lock the checkpoint until the transaction ends, so that no other process moves it */
export async function loadCheckpoint(sql: Sql, view: string, lock = false): Promise<Checkpoint | null> {
  const { rows } = await sql.query<{ position: string; engine_id: string; ddl_hash: string }>(
    `select position, engine_id, ddl_hash from parley.view_checkpoint where view = $1 ${lock ? 'for update' : ''}`,
    [view],
  );
  const [row] = rows;
  return row ? { position: row.position, engineId: row.engine_id, ddlHash: row.ddl_hash } : null;
}

/** Drops and creates the schema with the view's empty tables, but without `indexes`, which slow down filling. */
export async function createSchema(tx: Sql, view: View, schema: string): Promise<void> {
  await tx.query(`drop schema if exists "${schema}" cascade`);
  await tx.query(`create schema "${schema}"`);
  await enter(tx, schema);
  await tx.query(view.ddl);
}

export async function createIndexes(tx: Sql, view: View, schema: string): Promise<void> {
  if (!view.indexes) return;
  await enter(tx, schema);
  await tx.query(view.indexes);
}

export async function fold(tx: Sql, view: View, schema: string, events: RecordedEvent[]): Promise<Change[]> {
  await enter(tx, schema);
  return view.project(events, tx);
}

/**
 * Requires that the schema contains every table in a view's DDL.
 * @throws `error` if a table is missing
 */
export async function requireTables(
  tx: Sql,
  { view, schema }: { view: Pick<View, 'ddl'>; schema: string },
  error: unknown,
): Promise<void> {
  const tables = [...view.ddl.matchAll(/create (?:unlogged )?table (?:if not exists )?"?(\w+)/gi)];
  const { rows } = await tx.query(
    `select from unnest($1::text[]) as wanted (name)
      where to_regclass(quote_ident($2) || '.' || quote_ident(name)) is null limit 1`,
    [tables.map(([, name]) => name), schema],
  );
  if (rows.length > 0) throw error;
}

export function ddlHash(view: View): string {
  return createHash('sha256')
    .update(`${view.ddl}\0${view.indexes ?? ''}`)
    .digest('hex');
}

/**
 * Makes the transaction's commit not wait for the disk: a crash loses rows and checkpoint together, and both are
 * created again.
 */
export async function withoutWaitingForDisk(tx: Sql): Promise<void> {
  await tx.query('set local synchronous_commit = off');
}

/** The search path for a view's statements. Extensions are in `public`. */
export function searchPath(schema: string): string {
  return `"${schema}", public`;
}

async function enter(tx: Sql, schema: string): Promise<void> {
  await tx.query(`set local search_path = ${searchPath(schema)}`);
}
