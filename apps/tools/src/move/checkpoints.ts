import type { Database, Sql } from '@parley/platform/database/database';
import { movePositions } from './move-positions';
import { MoveRefused } from './move-refused';
import type { PositionMap } from './position-map';

/** Ids of the old and the new log's engine. `positions` is undefined if the log is not moved. */
export interface Logs {
  from: string;
  to: string;
  positions?: PositionMap;
}

interface Checkpoint {
  reaction: string;
  position: string;
  engine_id: string;
}

interface Parked {
  reaction: string;
  position: string;
  event_id: string;
  stream: string;
  error: string;
  at: string;
  customer_id: string | null;
}

/**
 * Makes the reactions and webhooks of the target continue at the position of the source's, and resets its views and
 * clients. Repeating it is a no-op.
 * @throws MoveRefused if a reaction's checkpoint belongs to neither log
 */
export async function moveCheckpoints(source: Database, target: Database, logs: Logs): Promise<void> {
  const { rows: checkpoints } = await source.query<Checkpoint & { [column: string]: unknown }>(
    'select reaction, position, engine_id from parley.reaction_checkpoint',
  );
  const foreign = checkpoints.find(({ engine_id }) => engine_id !== logs.from && engine_id !== logs.to);
  if (foreign) throw new MoveRefused(`The reaction ${foreign.reaction} last ran on another event log.`);
  // If source and target are one database, a single transaction moves everything, so one moved checkpoint shows that
  // all are moved.
  const isMoved = source === target && checkpoints.some(({ engine_id }) => engine_id === logs.to);
  const { rows: parked } = await source.query<Parked & { [column: string]: unknown }>(
    'select reaction, position, event_id, stream, error, at::text, customer_id from parley.parked_reaction',
  );
  await target.transaction(async (tx) => {
    await tx.query('delete from parley.change');
    await tx.query('delete from parley.view_checkpoint');
    if (isMoved && logs.positions) return;
    await replaceReactions(tx, logs, checkpoints, parked);
    await movePositions(tx, logs.to, logs.positions);
  });
}

async function replaceReactions(
  tx: Sql,
  { to, positions }: Logs,
  checkpoints: Checkpoint[],
  parked: Parked[],
): Promise<void> {
  const translate = (position: string) => positions?.translate(position) ?? position;
  await tx.query('delete from parley.reaction_checkpoint');
  await tx.query(
    `insert into parley.reaction_checkpoint (reaction, position, engine_id)
     select reaction, position, $3 from unnest($1::text[], $2::text[]) as c (reaction, position)`,
    [checkpoints.map(({ reaction }) => reaction), checkpoints.map(({ position }) => translate(position)), to],
  );
  await tx.query('delete from parley.parked_reaction');
  await tx.query(
    `insert into parley.parked_reaction (reaction, position, event_id, stream, error, at, customer_id)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])`,
    [
      parked.map(({ reaction }) => reaction),
      parked.map(({ position }) => translate(position)),
      parked.map(({ event_id }) => event_id),
      parked.map(({ stream }) => stream),
      parked.map(({ error }) => error),
      parked.map(({ at }) => at),
      parked.map(({ customer_id }) => customer_id),
    ],
  );
}
