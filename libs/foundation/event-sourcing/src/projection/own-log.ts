import type { Sql } from '@parley/platform/database/database';
import { ForeignLog } from '../store/event-store';

/**
 * Refuses a log that is not the one these views, or any reaction, last read: as after a move, where somebody starts the
 * installation that was left behind. Asked before anybody is let in; each runner asks again for itself.
 * @throws ForeignLog
 */
export async function requireOwnLog(database: Sql, engineId: string, views: string[]): Promise<void> {
  const { rows } = await database.query<{ kind: string; name: string }>(
    `select 'view' as kind, view as name from parley.view_checkpoint where engine_id <> $1 and view = any($2)
     union all
     select 'reaction', reaction from parley.reaction_checkpoint where engine_id <> $1
     order by 1 desc, 2 limit 1`,
    [engineId, views],
  );
  const [foreign] = rows;
  if (!foreign) return;
  throw new ForeignLog(
    foreign.kind === 'view'
      ? `The view ${foreign.name} was filled from another event log: rebuild it, or connect the log it belongs to.`
      : `The reaction ${foreign.name} last ran on another event log: connect that one.`,
  );
}
