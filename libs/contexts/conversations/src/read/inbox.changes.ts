import { bearersOf, type MarksFold } from '@parley/read-kit/marks';
import type { Change } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import type { ConversationRow } from './inbox.rows';

type Shown = Pick<
  ConversationRow,
  'id' | 'contact_id' | 'customer_id' | 'channel_id' | 'assigned_user_id' | 'assigned_team_id'
>;

/**
 * The conversations that show something else because of what was told of them, or of their contacts.
 * @param told ids of conversations and of contacts, with the position of what was told last
 */
export async function changesAround(told: ReadonlyMap<string, string>, tx: Sql): Promise<Change[]> {
  if (told.size === 0) return [];
  // Of a contact who stands for another one: theirs is no word of its own.
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

/** The conversations whose contact was labelled, and those that bear what was deleted or merged. */
export async function changesOfMarks(marks: MarksFold, tx: Sql): Promise<Change[]> {
  const told = new Map(marks.labelled);
  const gone = marks.gone();
  for (const { target_id, mark_id } of await bearersOf([...gone.keys()], tx)) {
    told.set(target_id, gone.get(mark_id)!);
  }
  return changesAround(told, tx);
}

/** Each row once: the first that is said of it. */
export function distinct(changes: Change[]): Change[] {
  return [...new Map(changes.toReversed().map((change) => [change.id, change])).values()].reverse();
}
