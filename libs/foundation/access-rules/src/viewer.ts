import type { Role } from '@parley/contracts/events';

/** The data of a conversation that decides who may see it. */
export interface Access {
  channelId: string;
  assignedUserId: string | null;
  assignedTeamId: string | null;
}

/** The data of a user that decides which conversations they may see. */
export interface Viewer {
  customerId: string;
  userId: string;
  role: Role;
  teamIds: string[];
  /** Channels open to the user; null for all channels. */
  channelIds: string[] | null;
  /** Channels of the organisation whose conversations are in the e-mail inbox; undefined if there are none. */
  emailChannelIds?: string[];
  /**
   * Limits the user to their own conversations and those of their teams; with `includeUnassigned` also unassigned
   * ones.
   */
  forcedTeamFilter: { includeUnassigned: boolean } | null;
  /** Whether the list of a team also contains the conversations assigned to its users. */
  expandedTeamFilter: boolean;
}

/** Whether a viewer may see a conversation of their own organisation. `visibleSql` is the same rule for rows. */
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
 * The rule of `visibleTo` as an SQL condition on rows with `customer_id`, `channel_id`, `assigned_user_id` and
 * `assigned_team_id`. Appends its parameters to `values`.
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

export interface ContactViewer extends Viewer {
  /**
   * Whether the user is a manager, an administrator, or an agent of an organisation that gives its agents the
   * contacts module.
   */
  hasContactsModule: boolean;
}

/**
 * Whether a viewer may see a contact of their own organisation, which they may if they see one of its conversations.
 * A contact without conversations (imported, or all of them deleted) is visible to users with the contacts module.
 * `contactVisibleSql` is the same rule for rows.
 * @param conversations all conversations with the contact
 */
export function contactVisibleTo(viewer: ContactViewer, conversations: Access[]): boolean {
  if (conversations.length === 0) return viewer.hasContactsModule;
  return conversations.some((access) => visibleTo(viewer, access));
}

/**
 * The rule of `contactVisibleTo` as an SQL condition, for a view with the tables of `conversation-access`. The
 * statement itself has to check that the contact belongs to the viewer's organisation.
 * @param contactId a column or a parameter of the statement
 * @param schema schema of the view
 */
export function contactVisibleSql(
  viewer: ContactViewer,
  { contactId, schema }: { contactId: string; schema: string },
  values: unknown[],
): string {
  const conversations = `select from ${schema}.conversation_access talk where talk.contact_id = ${contactId}`;
  const seen = `exists (${conversations} and ${visibleSql(viewer, 'talk', values)})`;
  return viewer.hasContactsModule ? `(${seen} or not exists (${conversations}))` : seen;
}
