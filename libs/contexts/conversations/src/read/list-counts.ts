import type { Inbox } from '@parley/contracts/api/email';
import { activeFilters, type ChatFilter } from '@parley/contracts/api/chat-filters';
import { isInList } from '@parley/contracts/api/chat-lists';
import { chatLists, type AskedList, type ListCount } from '@parley/contracts/api/conversations';
import type { ConversationRow } from './inbox.rows';
import { listFilters, type ListFilter } from './list-filters';
import { visibleTo, type Viewer } from '@parley/access-rules/viewer';

/**
 * The number of conversations that have the same values in all fields by which lists filter. If each user has a read
 * state, a further row for each user subtracts the conversations that the user has read: its `count` is 0 and its
 * `unread` negative.
 */
export interface TallyRow {
  status: ConversationRow['status'];
  channel_id: string;
  assigned_user_id: string | null;
  assigned_team_id: string | null;
  has_failed: boolean;
  count: number;
  unread: number;
}

/**
 * Counts the conversations of each list for a viewer, by the same two predicates as the lists themselves. A team
 * without conversations is absent.
 */
export function countLists(tally: TallyRow[], viewer: Viewer, inbox: Inbox = 'messaging'): ListCount[] {
  const counts = new Map<string, ListCount>();
  const lineOf = (list: ListCount['list'], teamId: string | null) => {
    const key = `${list}/${teamId ?? ''}`;
    let line = counts.get(key);
    if (!line) counts.set(key, (line = { list, teamId, count: 0, unread: 0 }));
    return line;
  };
  for (const list of chatLists) lineOf(list, null);
  for (const row of tally) {
    if (!isInInbox(inbox, row.channel_id, viewer)) continue;
    const chats = toChats(row);
    if (!visibleTo(viewer, chats)) continue;
    for (const list of chatLists) {
      if (!isInList(chats, list, viewer)) continue;
      const lines = [lineOf(list, null)];
      if (chats.assignedTeamId) lines.push(lineOf(list, chats.assignedTeamId));
      for (const line of lines) {
        line.count += row.count;
        // Archived conversations do not count as unread.
        if (list !== 'archived') line.unread += row.unread;
      }
    }
  }
  return [...counts.values()].sort(
    (a, b) =>
      chatLists.indexOf(a.list) - chatLists.indexOf(b.list) || ((a.teamId ?? '') < (b.teamId ?? '') ? -1 : 1),
  );
}

export interface ListRequest extends ChatFilter {
  list: AskedList;
  teamId?: string;
  /** Absent: `messaging`. */
  inbox?: Inbox;
}

/** Whether conversations of a channel belong to an inbox. */
export function isInInbox(inbox: Inbox, channelId: string, { emailChannelIds = [] }: Viewer): boolean {
  return emailChannelIds.includes(channelId) === (inbox === 'email');
}

/** Whether the tally has all columns that a request filters by, so that no rows need to be counted. */
export function isTallied(request: ListRequest): boolean {
  return activeFilters(request).every((name) => listFilters[name].matchesTally);
}

/**
 * The number of conversations in a list for a viewer. The request has to be one that the tally can answer
 * (`isTallied`).
 */
export function countMatching(tally: TallyRow[], viewer: Viewer, request: ListRequest): number {
  const { list, teamId, inbox = 'messaging', read = null } = request;
  const active = activeFilters(request);
  return tally
    .filter((row) => {
      const chats = toChats(row);
      return (
        isInInbox(inbox, row.channel_id, viewer) &&
        visibleTo(viewer, chats) &&
        isInList(chats, list, viewer, teamId) &&
        active.every((name) => {
          const { matchesTally } = listFilters[name] as ListFilter<unknown>;
          return matchesTally?.(chats, request[name]);
        })
      );
    })
    .map(({ count, unread }) => (read === null ? count : read ? count - unread : unread))
    .reduce((total, count) => total + count, 0);
}

export type TalliedChats = ReturnType<typeof toChats>;

function toChats(row: TallyRow) {
  return {
    status: row.status === 'closed' ? ('closed' as const) : ('open' as const),
    snoozed: row.status === 'snoozed' ? { until: null } : null,
    channelId: row.channel_id,
    assignedUserId: row.assigned_user_id,
    assignedTeamId: row.assigned_team_id,
    hasFailedSend: row.has_failed,
  };
}
