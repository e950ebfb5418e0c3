import type { ConversationRow } from './inbox.rows';

/** All that a tally tells conversations apart by. */
export interface TallyGroup {
  customer_id: string;
  status: string;
  channel_id: string;
  assigned_user_id: string | null;
  assigned_team_id: string | null;
  has_failed: boolean;
}

export function groupOf(row: ConversationRow): TallyGroup {
  return {
    customer_id: row.customer_id,
    status: row.status,
    channel_id: row.channel_id,
    assigned_user_id: row.assigned_user_id,
    assigned_team_id: row.assigned_team_id,
    has_failed: row.failed_sends > 0,
  };
}

/** The same for conversations that the tally does not tell apart. */
export function keyOf(group: TallyGroup): string {
  return Object.values(group).join('/');
}

/** Whether each reads it for themselves, and there is something to read. */
export function isForEach(row: ConversationRow): boolean {
  return !row.read_for_all && row.unread > 0;
}
