import type { ConversationRow } from './inbox.rows';

/** The fields by which the tally groups conversations. */
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

/** The same text for all conversations of a tally group. */
export function keyOf(group: TallyGroup): string {
  return Object.values(group).join('/');
}

/** Whether each user has a read state in the conversation, and it has a message from its contact. */
export function isForEach(row: ConversationRow): boolean {
  return !row.read_for_all && row.unread > 0;
}
