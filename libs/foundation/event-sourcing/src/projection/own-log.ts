import type { Sql } from '@parley/platform/database/database';
import { ForeignLog } from '../store/event-store';

/**
 * Refuses to start on a log other than the one that these views and reactions last read, for example if an old
 * installation is started after a move. Called before the server accepts requests; each runner checks again for
 * itself.
 * @throws ForeignLog if a checkpoint belongs to another log
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
