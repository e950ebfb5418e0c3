import { isInList } from '@parley/contracts/api/chat-lists';
import { chatLists, type ConversationStatus, type ListCount } from '@parley/contracts/api/conversations';
import { visibleTo, type Viewer } from './visibility';

/** Conversations that share everything the lists tell apart, as the projector tallies them. */
export interface TallyRow {
  status: ConversationStatus;
  channel_id: string;
  assigned_user_id: string | null;
  assigned_team_id: string | null;
  count: number;
  unread: number;
}

/** A viewer's counts, from the same two predicates as the lists themselves. Teams with nothing in them have no line. */
export function countLists(tally: TallyRow[], viewer: Viewer): ListCount[] {
  const counts = new Map<string, ListCount>();
  const lineOf = (list: ListCount['list'], teamId: string | null) => {
    const key = `${list}/${teamId ?? ''}`;
    let line = counts.get(key);
    if (!line) counts.set(key, (line = { list, teamId, count: 0, unread: 0 }));
    return line;
  };
  for (const list of chatLists) lineOf(list, null);
  for (const row of tally) {
    const { status, assigned_user_id: assignedUserId, assigned_team_id: assignedTeamId } = row;
    if (!visibleTo(viewer, { channelId: row.channel_id, assignedUserId, assignedTeamId })) continue;
    for (const list of chatLists) {
      if (!isInList({ status, assignedUserId, assignedTeamId }, list, viewer)) continue;
      const lines = [lineOf(list, null)];
      if (assignedTeamId) lines.push(lineOf(list, assignedTeamId));
      for (const line of lines) {
        line.count += row.count;
        // Nobody waits for an answer in the archive.
        if (list !== 'archived') line.unread += row.unread;
      }
    }
  }
  return [...counts.values()].sort(
    (a, b) =>
      chatLists.indexOf(a.list) - chatLists.indexOf(b.list) || (a.teamId ?? '').localeCompare(b.teamId ?? ''),
  );
}
