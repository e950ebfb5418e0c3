import type { RecordedEvent } from '@parley/contracts/events';
import type { Change, View } from '@parley/event-sourcing/projection/view';
import type { Database } from '@parley/platform/database/database';

/** Creates the tables of a view in its schema, as the projector does at its first start. */
export async function installView(database: Database, view: View, schema = view.name): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`create schema ${schema}`);
    await tx.query(`set local search_path to ${schema}, public`);
    await tx.query(view.ddl);
  });
}

/**
 * Folds events into a view whose tables exist, `batchSize` events at a time.
 * @returns the changes that the view reported
 */
export async function project(
  database: Database,
  view: View,
  events: RecordedEvent[],
  { batchSize = 1000, schema = view.name } = {},
): Promise<Change[]> {
  const changes: Change[] = [];
  for (let start = 0; start < events.length; start += batchSize) {
    await database.transaction(async (tx) => {
      await tx.query(`set local search_path to ${schema}, public`);
      changes.push(...(await view.project(structuredClone(events.slice(start, start + batchSize)), tx)));
    });
  }
  return changes;
}
