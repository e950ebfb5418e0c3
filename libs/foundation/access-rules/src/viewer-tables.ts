import {
  idOf,
  type ChannelEvent,
  type CustomerEvent,
  type RecordedEvent,
  type Role,
  type TeamEvent,
  type UserEvent,
} from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import { upsert } from '@parley/event-sourcing/projection/upsert';
import { checkpointSql, START } from '@parley/event-sourcing/projection/view-schema';
import type { Viewer } from './viewer';

/** Prefixes of the streams that decide about visibility. A view with the tables below reads all of them. */
export const viewerPrefixes = ['user-', 'team-', 'channel-', 'customer-'];

/**
 * Tables for every view that shows conversations or their data: users, their teams, the channels open to them, and
 * the filters forced on them. Each context has a copy of its own, so that no view waits for another.
 */
export const viewerDdl = `
  create table viewer (
    user_id uuid primary key,
    customer_id uuid not null,
    role text not null,
    is_active boolean not null,
    is_deleted boolean not null default false,
    enforce_team_filter boolean not null default false,
    enforce_unassigned_chats boolean not null default false,
    -- Where they joined: what came before is read, as far as they are concerned.
    since text collate "C" not null
  );
  create table team_filter (
    customer_id uuid primary key,
    is_expanded boolean not null default false,
    is_forced boolean not null default false,
    forced_team_ids uuid[] not null default '{}',
    include_unassigned boolean not null default false
  );
  create table team_member (
    team_id uuid not null,
    user_id uuid not null,
    primary key (team_id, user_id)
  );
  -- Neither teams nor users: open to everybody in the organisation.
  create table channel_access (
    id uuid primary key,
    customer_id uuid not null,
    team_ids uuid[] not null,
    user_ids uuid[] not null,
    -- What is said on it is in the inbox of e-mail.
    is_email boolean not null
  );
  create index channel_access_by_customer on channel_access (customer_id);
`;

/**
 * Folds one event into the tables of `viewerDdl`.
 * @returns ids of the users, channels or organisations whose visible conversations may change; empty for most events
 */
export async function projectViewers(recorded: RecordedEvent, tx: Sql): Promise<string[]> {
  const event = recorded as RecordedEvent & (UserEvent | TeamEvent | ChannelEvent | CustomerEvent);
  const id = idOf(event.stream);
  switch (event.type) {
    case 'UserAdded':
    case 'UserInvited':
      await tx.query(
        `insert into viewer (user_id, customer_id, role, is_active, since) values ($1, $2, $3, $4, $5)
         on conflict do nothing`,
        [id, event.customerId, event.data.role, event.type === 'UserAdded', event.position],
      );
      return [id];
    case 'UserRoleChanged':
      return changeViewer(tx, id, 'role = $2', event.data.role);
    case 'UserActivated':
      return changeViewer(tx, id, 'is_active = true');
    case 'UserDeactivated':
      return changeViewer(tx, id, 'is_active = false');
    case 'UserDeleted':
      return changeViewer(tx, id, 'is_active = false, is_deleted = true');
    case 'UserTeamFilterForced': {
      const { enforceTeamFilter, enforceUnassignedChats } = event.data;
      const columns = 'enforce_team_filter = $2, enforce_unassigned_chats = $3';
      return changeViewer(tx, id, columns, enforceTeamFilter, enforceUnassignedChats);
    }
    case 'TeamMemberAdded':
      await upsert(tx, 'team_member', ['team_id', 'user_id'], [{ team_id: id, user_id: event.data.userId }]);
      return [event.data.userId];
    case 'TeamMemberRemoved':
      await tx.query('delete from team_member where team_id = $1 and user_id = $2', [id, event.data.userId]);
      return [event.data.userId];
    case 'TeamDeleted': {
      const { rows } = await tx.query<{ user_id: string }>(
        'delete from team_member where team_id = $1 returning user_id',
        [id],
      );
      return rows.map(({ user_id }) => user_id);
    }
    case 'ChannelConnected': {
      const { teamIds: team_ids, userIds: user_ids } = event.data;
      const is_email = event.data.platform === 'email';
      const access = { id, customer_id: event.customerId, team_ids, user_ids, is_email };
      await upsert(tx, 'channel_access', ['id'], [access]);
      return [id];
    }
    case 'ChannelMembersChanged': {
      const { teamIds, userIds } = event.data;
      await tx.query('update channel_access set team_ids = $2, user_ids = $3 where id = $1', [
        id,
        teamIds,
        userIds,
      ]);
      return [id];
    }
    case 'CustomerSettingChanged':
      return projectTeamFilter(event, tx);
    default:
      return [];
  }
}

async function changeViewer(tx: Sql, id: string, columns: string, ...values: unknown[]): Promise<string[]> {
  await tx.query(`update viewer set ${columns} where user_id = $1`, [id, ...values]);
  return [id];
}

async function projectTeamFilter(
  { customerId, data }: RecordedEvent & Extract<CustomerEvent, { type: 'CustomerSettingChanged' }>,
  tx: Sql,
): Promise<string[]> {
  const filter = teamFilterOf(data);
  if (!filter) return [];
  await upsert(tx, 'team_filter', ['customer_id'], [{ customer_id: customerId, ...filter }]);
  return [customerId];
}

function teamFilterOf(data: Extract<CustomerEvent, { type: 'CustomerSettingChanged' }>['data']) {
  if (data.name === 'expandedTeamFilter') return { is_expanded: data.value };
  if (data.name !== 'forcedTeamFilter') return null;
  const { enabled, teamIds, includeUnassignedChats } = data.value;
  return { is_forced: enabled, forced_team_ids: teamIds, include_unassigned: includeUnassignedChats };
}

type Who = Pick<Viewer, 'customerId' | 'userId'>;

interface ViewerRow {
  role: Role | null;
  enforce_team_filter: boolean;
  enforce_unassigned_chats: boolean;
  team_ids: string[];
  channel_ids: string[];
  email_channel_ids: string[];
  is_expanded: boolean;
  agents_forced: boolean;
  agents_include_unassigned: boolean;
}

/**
 * Loads the data that decides which conversations a user sees, from a view with the tables of `viewerDdl`. An unknown
 * or inactive user becomes a viewer who sees none.
 * @param schema schema of the view
 */
export async function loadViewer(sql: Sql, schema: string, principal: Who): Promise<Viewer> {
  return toViewer(principal, await viewerRow(sql, { schema }, principal));
}

/**
 * Loads a viewer like `loadViewer`, and in the same statement the position of `view`; later reads of the view include
 * at least all events up to this position.
 */
export async function loadViewerAt(
  sql: Sql,
  place: { schema: string; view: string },
  principal: Who,
): Promise<{ viewer: Viewer; position: string }> {
  const row = await viewerRow<{ position: string }>(sql, place, principal);
  return { viewer: toViewer(principal, row), position: row?.position ?? START };
}

/**
 * Columns of a viewer's access, from the rows `v` (the user), `mine` (their teams) and `f` (the filter of their
 * organisation).
 */
const decidingSql = (schema: string) => `
  v.role, v.enforce_team_filter, v.enforce_unassigned_chats, mine.team_ids,
  coalesce(f.is_expanded, false) as is_expanded,
  coalesce(v.role = 'user' and f.is_forced
    and (f.forced_team_ids = '{}' or f.forced_team_ids && mine.team_ids), false) as agents_forced,
  coalesce(f.include_unassigned, false) as agents_include_unassigned,
  array(select id from ${schema}.channel_access ch where ch.customer_id = v.customer_id
    and (ch.team_ids || ch.user_ids = '{}' or v.user_id = any(ch.user_ids) or ch.team_ids && mine.team_ids)
  ) as channel_ids,
  array(select id from ${schema}.channel_access ch where ch.customer_id = v.customer_id and ch.is_email
  ) as email_channel_ids`;

/** Loads all active users of an organisation as viewers. One statement. */
export async function loadViewers(sql: Sql, schema: string, customerId: string): Promise<Viewer[]> {
  const { rows } = await sql.query<ViewerRow & { user_id: string }>(
    `select v.user_id, ${decidingSql(schema)}
       from ${schema}.viewer v
       cross join lateral (
         select coalesce(array_agg(team_id), '{}') as team_ids from ${schema}.team_member where user_id = v.user_id) mine
       left join ${schema}.team_filter f on f.customer_id = v.customer_id
      where v.customer_id = $1 and v.is_active`,
    [customerId],
  );
  return rows.map((row) => toViewer({ customerId, userId: row.user_id }, row));
}

async function viewerRow<Beside extends object>(
  sql: Sql,
  { schema, view }: { schema: string; view?: string },
  { customerId, userId }: Who,
): Promise<(ViewerRow & Beside) | undefined> {
  const values = [userId, customerId];
  const position = view === undefined ? '' : `, ${checkpointSql(`$${values.push(view)}`)} as position`;
  const { rows } = await sql.query<ViewerRow & Beside>(
    `with mine as (select coalesce(array_agg(team_id), '{}') as team_ids from ${schema}.team_member where user_id = $1)
     select ${decidingSql(schema)}${position}
       from mine left join ${schema}.viewer v on v.user_id = $1 and v.customer_id = $2 and v.is_active
       left join ${schema}.team_filter f on f.customer_id = v.customer_id`,
    values,
  );
  return rows[0];
}

function toViewer({ customerId, userId }: Who, row: ViewerRow | undefined): Viewer {
  const everything = row?.role === 'admin' || row?.role === 'manager';
  return {
    customerId,
    userId,
    role: row?.role ?? 'user',
    teamIds: row?.role ? row.team_ids : [],
    channelIds: everything ? null : (row?.channel_ids ?? []),
    ...(row && row.email_channel_ids.length > 0 && { emailChannelIds: row.email_channel_ids }),
    // The user's own filter takes precedence over the organisation's.
    forcedTeamFilter: row?.enforce_team_filter
      ? { includeUnassigned: row.enforce_unassigned_chats }
      : row?.agents_forced
        ? { includeUnassigned: row.agents_include_unassigned }
        : null,
    expandedTeamFilter: row?.is_expanded ?? false,
  };
}
