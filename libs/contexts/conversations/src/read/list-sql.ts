import type { Inbox } from '@parley/contracts/api/email';
import { activeFilters, type ChatFilter, type ChatSort } from '@parley/contracts/api/chat-filters';
import type { AskedList } from '@parley/contracts/api/conversations';
import type { ListRequest } from './list-counts';
import { listFilters, type ListFilter } from './list-filters';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';

/** SQL condition on rows `c`: the conversation is in the list and matches the filter, and the viewer may see it. */
export function matchingSql(viewer: Viewer, request: ListRequest, values: unknown[]): string {
  const { list, teamId, inbox = 'messaging' } = request;
  return `${visibleSql(viewer, 'c', values)}${ofInboxSql(inbox, viewer, values)} and ${listSql(list, viewer, values, teamId)}${filterSql(request, viewer, values)}`;
}

/** SQL condition, beginning with `and`: the conversation belongs to the inbox. Must agree with `isInInbox`. */
export function ofInboxSql(inbox: Inbox, { emailChannelIds = [] }: Viewer, values: unknown[]): string {
  if (inbox === 'email') return ` and c.channel_id = any($${values.push(emailChannelIds)}::uuid[])`;
  return emailChannelIds.length > 0
    ? ` and c.channel_id <> all($${values.push(emailChannelIds)}::uuid[])`
    : '';
}

/** The specification's condition of a list (section 4) in SQL. Must agree with `isInList`. */
export function listSql(list: AskedList, viewer: Viewer, values: unknown[], teamId?: string): string {
  const team = teamId ? ` and c.assigned_team_id = $${values.push(teamId)}::uuid` : '';
  switch (list) {
    case 'new':
      return `c.status = 'open' and c.assigned_user_id is null and c.assigned_team_id is null${team}`;
    case 'team':
      return `c.status = 'open' and c.assigned_team_id is not null${
        viewer.expandedTeamFilter ? '' : ' and c.assigned_user_id is null'
      }${team}`;
    case 'personal':
      return `c.status = 'open' and c.assigned_user_id = $${values.push(viewer.userId)}::uuid${team}`;
    case 'open':
      return `c.status = 'open' and c.assigned_user_id is not null${team}`;
    case 'unassigned':
      return `c.status = 'open' and c.assigned_user_id is null${team}`;
    case 'anyOpen':
      return `c.status in ('open', 'snoozed')${team}`;
    case 'snoozed':
      return `c.status = 'snoozed'${team}`;
    case 'archived':
      return `c.status = 'closed'${team}`;
    case 'failed':
      return `c.failed_sends > 0${team}`;
  }
}

/** A filter as SQL conditions, each beginning with `and`. Must agree with `matchesFilter`. */
export function filterSql(filter: ChatFilter, viewer: Viewer, values: unknown[]): string {
  const conditions = activeFilters(filter).map((name) => {
    const { sql } = listFilters[name] as ListFilter<unknown>;
    return ` and ${sql(filter[name], values, viewer)}`;
  });
  return conditions.join('');
}

/** The order of rows in SQL. Each order has an index. Must agree with `compareChats`. */
export function orderSql(sortBy: ChatSort): string {
  switch (sortBy) {
    case 'newestEntry':
      return 'c.entry_time desc, c.id desc';
    case 'oldestEntry':
      return 'c.entry_time, c.id';
    case 'longestWaiting':
      return 'c.waiting_since, c.id';
    case 'shortestWaiting':
      return 'c.waiting_since desc nulls last, c.id desc';
    case 'slaDue':
      return 'c.sla_due_at, c.id';
  }
}
