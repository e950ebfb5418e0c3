import { bearersOf, type MarksFold } from '@parley/read-kit/marks';
import type { Change } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import type { ConversationRow } from './inbox.rows';

type Shown = Pick<
  ConversationRow,
  'id' | 'contact_id' | 'customer_id' | 'channel_id' | 'assigned_user_id' | 'assigned_team_id'
>;

/**
 * The changes of list rows that result from events of conversations or of their contacts.
 * @param told ids of changed conversations and contacts, with the position of their last event
 */
export async function changesAround(told: ReadonlyMap<string, string>, tx: Sql): Promise<Change[]> {
  if (told.size === 0) return [];
  // Used for conversations whose own contact has no event in `told`, but was merged into a contact that has.
  const latest = [...told.values()].reduce((a, b) => (a > b ? a : b));
  const { rows } = await tx.query<Shown>(
    `select id, contact_id, customer_id, channel_id, assigned_user_id, assigned_team_id
       from conversation where id = any($1::uuid[]) or contact_id = any($1::uuid[])
          or contact_id in (select m.contact_id from merged m where m.root_id = any($1::uuid[]))`,
    [[...told.keys()]],
  );
  return rows.map((row) => {
    const { id, customer_id: customerId } = row;
    const access = {
      channelId: row.channel_id,
      assignedUserId: row.assigned_user_id,
      assignedTeamId: row.assigned_team_id,
    };
    const position = told.get(id) ?? told.get(row.contact_id) ?? latest;
    return { position, customerId, id, parentId: null, before: access, after: access };
  });
}

/**
 * The changed list rows: those whose contact was labelled, and those with a tag or label that was deleted or merged.
 */
export async function changesOfMarks(marks: MarksFold, tx: Sql): Promise<Change[]> {
  const told = new Map(marks.labelled);
  const gone = marks.gone();
  for (const { target_id, mark_id } of await bearersOf([...gone.keys()], tx)) {
    told.set(target_id, gone.get(mark_id)!);
  }
  return changesAround(told, tx);
}

/** Keeps the first change of each row. */
export function distinct(changes: Change[]): Change[] {
  return [...new Map(changes.toReversed().map((change) => [change.id, change])).values()].reverse();
}
