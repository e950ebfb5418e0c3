import type { Database, Sql } from '@parley/platform/database/database';
import { WrongExpectedVersion, type NewEvent } from '../event-store';
import { toPosition } from '../position';

/**
 * An event with its place in its stream: `after` is the version of the stream's event before it, null if there is
 * none.
 */
export interface OrderedAppend {
  stream: string;
  customerId: string;
  after: number | null;
  event: NewEvent;
}

interface Row {
  outcome: 'appended' | 'repeated' | 'conflict';
  last_version: string | null;
  last_position: string | null;
}

/**
 * Appends events of many streams in the given order, all or none; `AppendQueue` does not keep the order across
 * streams. Only for filling a log to which no other process writes, since concurrent appends could deadlock with
 * these.
 * @returns the position of each event
 * @throws WrongExpectedVersion if a stream is at another version
 */
export async function appendInOrder(database: Database, appends: OrderedAppend[]): Promise<string[]> {
  return database.transaction(async (tx) => {
    const rows = await append(tx, appends);
    return appends.map(({ stream, after }, index) => {
      const row = rows[index];
      if (row?.last_position && row.outcome !== 'conflict') return toPosition(row.last_position);
      const actual = row?.last_version ?? null;
      throw new WrongExpectedVersion(stream, after ?? 'no-stream', actual === null ? null : Number(actual));
    });
  });
}

async function append(sql: Sql, appends: OrderedAppend[]): Promise<Row[]> {
  const { rows } = await sql.query<Row & { [column: string]: unknown }>(
    'select outcome, last_version, last_position from event_log.append_all($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      appends.map(({ stream }) => stream),
      appends.map(({ customerId }) => customerId),
      appends.map(({ after }) => after ?? -1),
      appends.map(() => 1),
      appends.map(({ event }) => event.id),
      appends.map(({ event }) => event.type),
      appends.map(({ event }) => event.schemaVersion),
      appends.map(({ event }) => JSON.stringify(event.data)),
      appends.map(({ event }) => JSON.stringify(metadataOf(event))),
    ],
  );
  return rows;
}

function metadataOf({ actor, correlationId, causationId, ip, time }: NewEvent) {
  return { actor, correlationId, causationId, ip, time };
}
