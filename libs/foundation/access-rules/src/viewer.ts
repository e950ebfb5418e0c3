import type { Role } from '@parley/contracts/events';

/** What decides who may see a conversation, or what belongs to one. */
export interface Access {
  channelId: string;
  assignedUserId: string | null;
  assignedTeamId: string | null;
}

/** What decides which conversations somebody may see. */
export interface Viewer {
  customerId: string;
  userId: string;
  role: Role;
  teamIds: string[];
  /** Channels open to them; null is every channel. */
  channelIds: string[] | null;
  /** Channels of the organisation whose conversations are in the inbox of e-mail; left out: none. */
  emailChannelIds?: string[];
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

/** A viewer of contacts. */
export interface ContactViewer extends Viewer {
  /** Managers, administrators, and agents to whom their organisation gives the module of contacts. */
  hasContactsModule: boolean;
}

/**
 * Whether a viewer may see a contact of their own organisation: somebody of whose conversations they may see one. A
 * contact without any conversation (imported, or all of them deleted) is for those who have the module of contacts.
 * `contactVisibleSql` says the same of rows.
 * @param conversations all that there are with the contact
 */
export function contactVisibleTo(viewer: ContactViewer, conversations: Access[]): boolean {
  if (conversations.length === 0) return viewer.hasContactsModule;
  return conversations.some((access) => visibleTo(viewer, access));
}

/**
 * The same as a condition on a contact, for a view that has the tables of `conversation-access`. That the contact is of
 * the viewer's organisation is for the statement to say.
 * @param contactId as the statement names it: a column, or a parameter
 * @param schema of the view
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
