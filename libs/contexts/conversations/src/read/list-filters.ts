import type { Viewer } from '@parley/access-rules/viewer';
import { chatFilters, type FilterName, type FilterValueOf } from '@parley/contracts/api/chat-filters';
import { keywordTerms } from '@parley/contracts/api/keyword';
import type { TalliedChats } from './list-counts';
import { isUnreadSql } from './reading-sql';

export interface ListFilter<Value> {
  /** SQL condition on rows `c`. Must agree with `matches` of `chatFilters`. */
  sql: (value: Value, values: unknown[], viewer: Viewer) => string;
  /** Absent if the tally has no column for the filter: the total of a list is then counted from its rows. */
  matchesTally?: (chats: TalliedChats, value: Value) => boolean;
}

export const listFilters: { [Name in FilterName]: ListFilter<FilterValueOf<Name>> } = {
  keyword: { sql: keywordSql },
  channels: {
    sql: (ids, values) => `c.channel_id = any($${values.push(ids)}::uuid[])`,
    matchesTally: chatFilters.channels.matches,
  },
  teams: {
    sql: (ids, values) => `c.assigned_team_id = any($${values.push(ids)}::uuid[])`,
    matchesTally: chatFilters.teams.matches,
  },
  userIds: {
    sql: (ids, values) => `c.assigned_user_id = any($${values.push(ids)}::uuid[])`,
    matchesTally: chatFilters.userIds.matches,
  },
  tags: { sql: (ids, values) => markedSql('c.id', ids, values) },
  labelIds: { sql: (ids, values) => markedSql('c.contact_id', ids, values) },
  read: {
    sql: (isRead, values, { userId }) =>
      `${isRead ? 'not ' : ''}${isUnreadSql(`$${values.push(userId)}::uuid`)}`,
    // A tally row counts both read and unread conversations; `countMatching` selects one of the two numbers.
    matchesTally: () => true,
  },
  sla: { sql: (stages, values) => `c.sla_stage = any($${values.push(stages)}::text[])` },
};

function markedSql(target: string, ids: string[], values: unknown[]): string {
  return `exists (select from inbox.marked marking where marking.target_id = ${target} and marking.mark_id = any(array(
           select id from inbox.mark where stands_for = any($${values.push(ids)}::uuid[]) and not is_deleted)))`;
}

function keywordSql(keyword: string, values: unknown[]): string {
  const terms = keywordTerms(keyword).map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);
  const found = terms.map((term) => ` and found.search like $${values.push(term)}`).join('');
  return `exists (select from inbox.contact found where found.id = c.contact_id and found.customer_id = c.customer_id${found})`;
}
