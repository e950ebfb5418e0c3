import { idOf, type ContactEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';

/**
 * Table of merged contacts, for every view that shows the contact of something. Messages of a merged contact keep
 * their id in the log and in rows, and are shown under the contact into which it was merged; so deleting the row
 * undoes the merge (ADR 22).
 */
export const mergedDdl = `
  create table merged (
    contact_id uuid primary key,
    into_id uuid not null,
    -- Who stands for them, where that one was merged further as well.
    root_id uuid not null
  );
  create index merged_by_into on merged (into_id);
  create index merged_by_root on merged (root_id);
`;

/**
 * @returns SQL for the contact that represents a contact: itself unless it was merged
 * @param contactId SQL expression for the contact's id, qualified by its table if `merged` has a column of the same
 * name
 * @param tables prefix of table names: `contacts.`, or empty within a projector
 */
export function standsForSql(contactId: string, tables: string): string {
  return `coalesce((select merged_as.root_id from ${tables}merged merged_as where merged_as.contact_id = ${contactId}), ${contactId})`;
}

/**
 * Folds the merges of a batch in order; most batches have none.
 * @returns contacts with another representative than before, and their former representatives, each with the position
 * of the last event
 */
export async function projectMerges(events: RecordedEvent[], tx: Sql): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  for (const recorded of events) {
    const event = recorded as RecordedEvent & ContactEvent;
    if (event.type !== 'ContactMerged' && event.type !== 'ContactUnmerged') continue;
    const id = idOf(event.stream);
    const before = await tx.query<{ root_id: string }>('select root_id from merged where contact_id = $1', [
      id,
    ]);
    for (const { root_id } of before.rows) changed.set(root_id, event.position);
    if (event.type === 'ContactMerged') {
      await tx.query(
        `insert into merged values ($1, $2, $2)
         on conflict (contact_id) do update set into_id = excluded.into_id, root_id = excluded.root_id`,
        [id, event.data.intoId],
      );
    } else await tx.query('delete from merged where contact_id = $1', [id]);
    const { rows } = await tx.query<{ id: string }>(
      `with recursive up as (
         select $1::uuid as id, 0 as depth
         union all select m.into_id, depth + 1 from up join merged m on m.contact_id = up.id where depth < 100),
       root as (select id from up order by depth desc limit 1),
       members as (
         select $1::uuid as id union select m.contact_id from members join merged m on m.into_id = members.id),
       moved as (
         update merged m set root_id = root.id from root where m.contact_id in (select id from members))
       select id from members`,
      [id],
    );
    for (const row of rows) changed.set(row.id, event.position);
  }
  return changed;
}
