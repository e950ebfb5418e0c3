import { Injectable } from '@nestjs/common';
import { MENTIONS_PER_PAGE, MAX_COUNTED_MENTIONS, type Mention } from '@parley/contracts/api/mentions';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';

interface Row {
  comment_id: string;
  conversation_id: string;
  contact_name: string | null;
  by_id: string;
  team_ids: string[];
  text: string | null;
  time: Date;
  position: string;
  is_settled: boolean;
}

/** Reads a user's mentions in conversations that the user may see. */
@Injectable()
export class MentionQueries {
  constructor(private readonly database: Database) {}

  /** @param before lists only mentions before this log position; absent: from the newest on */
  async list(
    viewer: Viewer,
    { isSettled, before }: { isSettled: boolean; before?: string },
  ): Promise<{ data: Mention[]; hasMore: boolean; open: number }> {
    const values: unknown[] = [];
    const where = mineSql(viewer, values);
    const page = `$${values.push(isSettled)}::boolean`;
    const from = `$${values.push(before ?? null)}::text`;
    const teams = `$${values.push(viewer.teamIds)}::uuid[]`;
    const me = `$${values.push(viewer.userId)}::uuid`;
    const { rows } = await this.database.query<Row & { open: number }>(
      `with mine as (
         select m.*, exists (
             select from transcript.settled_mention s where s.comment_id = m.comment_id and s.user_id = ${me}
           ) as is_settled
           from transcript.mention m join inbox.conversation c on c.id = m.conversation_id where ${where}),
       page as (
         select * from mine where is_settled = ${page} and (${from} is null or position < ${from} collate "C")
          order by position desc limit ${MENTIONS_PER_PAGE + 1})
       select counted.open, p.comment_id, p.conversation_id, p.by_id, p.time, p.position, p.is_settled,
              case when ${me} = any(p.user_ids) then '{}'
                   else array(select unnest(p.team_ids) intersect select unnest(${teams})) end as team_ids,
              e.content ->> 'text' as text, k.name as contact_name
         from (select count(*)::integer as open
                 from (select from mine where not is_settled limit ${MAX_COUNTED_MENTIONS}) first_ones) counted
         left join page p on true
         left join transcript.entry e on e.id = p.comment_id
         left join inbox.conversation c on c.id = p.conversation_id
         left join inbox.merged merged_as on merged_as.contact_id = c.contact_id
         left join inbox.contact k on k.id = coalesce(merged_as.root_id, c.contact_id)
        order by p.position desc`,
      values,
    );
    const found = rows.filter(({ comment_id }) => comment_id !== null);
    return {
      data: found.slice(0, MENTIONS_PER_PAGE).map(toMention),
      hasMore: found.length > MENTIONS_PER_PAGE,
      open: rows[0]?.open ?? 0,
    };
  }
}

/**
 * SQL condition: the note mentions the viewer or one of their teams, in a conversation that they may see. If the
 * viewer wrote the note, a mention of their team concerns only the team's other members.
 */
function mineSql(viewer: Viewer, values: unknown[]): string {
  const me = `$${values.push([viewer.userId])}::uuid[]`;
  const teams = `$${values.push(viewer.teamIds)}::uuid[]`;
  return `(m.user_ids @> ${me} or (m.team_ids && ${teams} and m.by_id <> all(${me})))
      and ${visibleSql(viewer, 'c', values)}`;
}

function toMention(row: Row): Mention {
  return {
    id: row.comment_id,
    chatId: row.conversation_id,
    contactName: row.contact_name,
    byId: row.by_id,
    teamIds: row.team_ids,
    text: row.text,
    time: new Date(row.time).toISOString(),
    position: row.position,
    isSettled: row.is_settled,
  };
}
