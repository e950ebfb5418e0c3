import type { Role } from '@parley/contracts/events';
import type { Access } from '@parley/event-sourcing/projection/view';

/** What decides which conversations somebody may see. */
export interface Viewer {
  customerId: string;
  userId: string;
  role: Role;
  teamIds: string[];
  /** Channels open to them; null is every channel. */
  channelIds: string[] | null;
  /** Only conversations of their own teams, or their own; with `includeUnassigned` also those of nobody. */
  forcedTeamFilter: { includeUnassigned: boolean } | null;
  /** The team's list holds what is assigned to a user of it, too. */
  expandedTeamFilter: boolean;
}

/** Whether a viewer may see a conversation of their own organisation. `visibleSql` says the same of rows. */
export function visibleTo(viewer: Viewer, access: Access): boolean {
  if (viewer.channelIds && !viewer.channelIds.includes(access.channelId)) return false;
  const forced = viewer.forcedTeamFilter;
  if (!forced) return true;
  const { assignedUserId: user, assignedTeamId: team } = access;
  return (
    user === viewer.userId ||
    (team !== null && viewer.teamIds.includes(team)) ||
    (forced.includeUnassigned && user === null && team === null)
  );
}

/**
 * The same as a condition on rows that have `customer_id`, `channel_id`, `assigned_user_id` and `assigned_team_id`.
 * Its parameters are appended to `values`.
 * @param row the alias of the row in the statement
 */
export function visibleSql(viewer: Viewer, row: string, values: unknown[]): string {
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const conditions = [`${row}.customer_id = ${parameter(viewer.customerId, 'uuid')}`];
  if (viewer.channelIds)
    conditions.push(`${row}.channel_id = any(${parameter(viewer.channelIds, 'uuid[]')})`);
  if (viewer.forcedTeamFilter) {
    const own = [
      `${row}.assigned_user_id = ${parameter(viewer.userId, 'uuid')}`,
      `${row}.assigned_team_id = any(${parameter(viewer.teamIds, 'uuid[]')})`,
    ];
    if (viewer.forcedTeamFilter.includeUnassigned) {
      own.push(`(${row}.assigned_user_id is null and ${row}.assigned_team_id is null)`);
    }
    conditions.push(`(${own.join(' or ')})`);
  }
  return conditions.join(' and ');
}
