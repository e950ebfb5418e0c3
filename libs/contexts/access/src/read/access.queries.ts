import { Injectable } from '@nestjs/common';
import type {
  PermissionsResponse,
  TeamResponse,
  UserResponse,
  UserState,
  SignatureResponse,
} from '@parley/contracts/api/access';
import type { IpWhitelistEntryResponse } from '@parley/contracts/api/ip-whitelist';
import { defaultCustomerSettings, type CustomerSettings, type Role } from '@parley/contracts/events';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { isPresentSql } from '../presence/user-presence';

/** The user whom a token or a session identifies. */
export interface Member {
  userId: string;
  customerId: string;
  role: Role;
  state: Exclude<UserState, 'deleted'>;
  contactsModuleForAgentsEnabled: boolean;
}

interface UserSetting {
  name: string;
  value: string;
}

/** The profile of a signed-in user, with their organisation. */
export type Profile = Pick<PermissionsResponse, 'user'> & {
  customer: Pick<PermissionsResponse['customer'], 'id' | 'name' | 'storageName'>;
};

const member = `u.id as "userId", u.customer_id as "customerId", u.role, u.state,
  exists (select from access.customer_setting s
           where s.customer_id = u.customer_id and s.name = 'contactsModuleForAgentsEnabled' and s.value = 'true'
         ) as "contactsModuleForAgentsEnabled"`;
const isThere = `u.state <> 'deleted'`;
/**
 * SQL of a user's status: the status that the user chose if they have a session, otherwise `offline`. A user whose
 * laptop is closed becomes offline when the session expires, without an event.
 */
const status = `case when exists (select from parley.session l where l.user_id = u.id and l.expires_at > now())
  then coalesce((select s.status from access.user_status s where s.user_id = u.id), 'offline') else 'offline' end`;
/** SQL of the status that colleagues see: offline also if the user has no window open. */
const shownStatus = `case when ${isPresentSql} then ${status} else 'offline' end`;
const userColumns = `
  u.id, coalesce(u.display_name, '') as "displayName", coalesce(u.email, '') as email, u.role, ${shownStatus} as status,
  u.state, u.state = 'active' as active, u.last_login as "lastLogin", u.invitation,
  u.invitation_failure as "invitationFailure", u.enforce_team_filter as "enforceTeamFilter",
  u.enforce_unassigned_chats as "enforceUnassignedChats"`;
const teamColumns = `t.id, t.name, t.colour, t.email, t.send_notification as "sendNotification", coalesce(
  (select json_agg(json_build_object('userId', m.user_id) order by m.user_id)
     from access.team_member m join access.user_account u on u.id = m.user_id
    where m.team_id = t.id and ${isThere}), '[]') as "teamUsers"`;

/** Selects users of an organisation; a filter without fields selects all. */
export interface UserFilter {
  /** A part of the name or e-mail address. */
  search?: string;
  ids?: string[];
}

/** Reads the view `access`. A user or team of another organisation is reported as not found. */
@Injectable()
export class AccessQueries {
  constructor(private readonly database: Database) {}

  /** Users of an organisation, by name. Deleted users are included, because their messages still show their names. */
  async users(customerId: string, { search, ids }: UserFilter = {}): Promise<UserResponse[]> {
    const { rows } = await this.database.query<UserResponse>(
      `select ${userColumns} from access.user_account u
        where u.customer_id = $1 and ($2::uuid[] is null or u.id = any($2::uuid[]))
          and ($3::text is null or position(lower($3) in lower(concat(u.display_name, ' ', u.email))) > 0)
        order by u.display_name, u.id`,
      [customerId, ids ?? null, search?.trim() || null],
    );
    return rows;
  }

  /** @throws NotFound if the organisation has no such user */
  async user(customerId: string, id: string): Promise<UserResponse> {
    const { rows } = await this.database.query<UserResponse>(
      `select ${userColumns} from access.user_account u where u.customer_id = $1 and u.id = $2`,
      [customerId, id],
    );
    return found(rows);
  }

  async teams(customerId: string): Promise<TeamResponse[]> {
    const { rows } = await this.database.query<TeamResponse>(
      `select ${teamColumns} from access.team t where t.customer_id = $1 order by lower(t.name), t.id`,
      [customerId],
    );
    return rows;
  }

  /** @throws NotFound if the organisation has no such team */
  async team(customerId: string, id: string): Promise<TeamResponse> {
    const { rows } = await this.database.query<TeamResponse>(
      `select ${teamColumns} from access.team t where t.customer_id = $1 and t.id = $2`,
      [customerId, id],
    );
    return found(rows);
  }

  /**
   * A user's profile, with their teams and the settings that they chose.
   * @throws NotFound if the organisation has no such user
   */
  async profile(customerId: string, userId: string): Promise<Profile> {
    const { rows } = await this.database.query<Profile>(
      `select json_build_object(
                'id', u.id, 'displayName', coalesce(u.display_name, ''), 'email', coalesce(u.email, ''), 'role', u.role,
                'status', ${status},
                'teamIds', coalesce((select json_agg(m.team_id order by m.team_id)
                                       from access.team_member m where m.user_id = u.id), '[]'),
                'settings', coalesce((select json_agg(json_build_object('name', s.name, 'value', s.value) order by s.name)
                                        from access.user_setting s where s.user_id = u.id), '[]')) as user,
              json_build_object('id', c.id, 'name', c.name, 'storageName', c.storage_name) as customer
         from access.user_account u join access.customer c on c.id = u.customer_id
        where u.customer_id = $1 and u.id = $2 and ${isThere}`,
      [customerId, userId],
    );
    return found(rows);
  }

  /** The settings, by user id, of those of these users who are active and have a session. */
  async settingsOfSignedIn(customerId: string, userIds: string[]): Promise<Map<string, UserSetting[]>> {
    const { rows } = await this.database.query<{ id: string; settings: UserSetting[] }>(
      `select u.id, coalesce((select json_agg(json_build_object('name', s.name, 'value', s.value))
                               from access.user_setting s where s.user_id = u.id), '[]') as settings
         from access.user_account u
        where u.customer_id = $1 and u.id = any($2::uuid[]) and u.state = 'active'
          and exists (select from parley.session l where l.user_id = u.id and l.expires_at > now())`,
      [customerId, userIds],
    );
    return new Map(rows.map(({ id, settings }) => [id, settings]));
  }

  async customerName(customerId: string): Promise<string | null> {
    const { rows } = await this.database.query<{ name: string }>(
      'select name from access.customer where id = $1',
      [customerId],
    );
    return rows[0]?.name ?? null;
  }

  /** All settings of an organisation, with defaults for those that were never set. */
  async customerSettings(customerId: string): Promise<CustomerSettings> {
    const { rows } = await this.database.query<{ name: string; value: unknown }>(
      'select name, value from access.customer_setting where customer_id = $1',
      [customerId],
    );
    const changed = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    return { ...defaultCustomerSettings, ...changed };
  }

  /** The user's general signature; empty until the user writes one. */
  async signature(customerId: string, userId: string): Promise<string> {
    const { rows } = await this.database.query<{ html: string | null }>(
      `select s.html from access.user_signature s join access.user_account u on u.id = s.user_id
        where u.customer_id = $1 and u.id = $2`,
      [customerId, userId],
    );
    return rows[0]?.html ?? '';
  }

  /**
   * The signature of a user for messages on a channel: the user's signature for that channel, or else the general
   * one.
   */
  async signatureFor(customerId: string, userId: string, channelId: string): Promise<SignatureResponse> {
    const { rows } = await this.database.query<{ html: string | null; own: string | null }>(
      `select s.html, nullif(c.html, '') as own from access.user_account u
         left join access.user_signature s on s.user_id = u.id
         left join access.user_channel_signature c on c.user_id = u.id and c.channel_id = $3
        where u.customer_id = $1 and u.id = $2`,
      [customerId, userId, channelId],
    );
    const { html = null, own = null } = rows[0] ?? {};
    return { html: own ?? html ?? '', isOfChannel: own !== null };
  }

  async ipWhitelist(customerId: string): Promise<IpWhitelistEntryResponse[]> {
    const { rows } = await this.database.query<IpWhitelistEntryResponse>(
      'select id, name, address from access.ip_whitelist_entry where customer_id = $1 order by name, id',
      [customerId],
    );
    return rows;
  }

  async teamsOf(customerId: string, userId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `select t.id from access.team t join access.team_member m on m.team_id = t.id
        where t.customer_id = $1 and m.user_id = $2 order by t.id`,
      [customerId, userId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Requires that conversations can be assigned to this user, who has to be active, or to this team.
   * @throws Rejected `unknown_assignee`
   */
  async requireAssignee(
    customerId: string,
    { userId, teamId }: { userId: string | null; teamId: string | null },
  ): Promise<void> {
    const { rows } = await this.database.query<{ known: boolean }>(
      `select ($2::uuid is null or exists (select from access.user_account u
                 where u.id = $2 and u.customer_id = $1 and u.state = 'active'))
          and ($3::uuid is null or exists (select from access.team where id = $3 and customer_id = $1)) as known`,
      [customerId, userId, teamId],
    );
    if (!rows[0]?.known) throw new Rejected('unknown_assignee');
  }

  /** Number of users for whom the organisation pays: active and invited users. */
  async seatsTaken(customerId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      `select count(*)::integer as count from access.user_account u
        where u.customer_id = $1 and u.state in ('invited', 'active')`,
      [customerId],
    );
    return rows[0]?.count ?? 0;
  }

  async hasOtherAdministrator(customerId: string, userId: string): Promise<boolean> {
    const { rows } = await this.database.query(
      `select from access.user_account u
        where u.customer_id = $1 and u.id <> $2 and u.role = 'admin' and u.state = 'active' limit 1`,
      [customerId, userId],
    );
    return rows.length > 0;
  }

  /** The active administrators, with the language that each has chosen. */
  async administrators(
    customerId: string,
  ): Promise<{ id: string; name: string; email: string; language: string }[]> {
    const { rows } = await this.database.query<{ id: string; name: string; email: string; language: string }>(
      `select u.id, u.display_name as name, u.email,
          coalesce((select s.value from access.user_setting s where s.user_id = u.id and s.name = 'language'), 'en') as language
         from access.user_account u
        where u.customer_id = $1 and u.role = 'admin' and u.state = 'active' and u.email is not null
        order by u.id`,
      [customerId],
    );
    return rows;
  }

  async memberById(customerId: string, userId: string): Promise<Member | null> {
    const { rows } = await this.database.query<Member>(
      `select ${member} from access.user_account u where u.customer_id = $1 and u.id = $2 and ${isThere}`,
      [customerId, userId],
    );
    return rows[0] ?? null;
  }

  async memberByEmail(customerId: string, email: string): Promise<Member | null> {
    const { rows } = await this.database.query<Member>(
      `select ${member} from access.user_account u
        where u.customer_id = $1 and lower(u.email) = lower($2) and ${isThere}`,
      [customerId, email],
    );
    return rows[0] ?? null;
  }

  /**
   * The user with this address; null if several organisations have one. Open invitations count only if no other user
   * has the address, so that an invitation cannot hide a member of another organisation.
   */
  async onlyMemberByEmail(email: string): Promise<Member | null> {
    const found = await this.membersByEmail(email);
    const joined = found.filter(({ state }) => state !== 'invited');
    const candidates = joined.length > 0 ? joined : found;
    return candidates.length === 1 ? (candidates[0] ?? null) : null;
  }

  /** All users with this address, in any organisation. */
  async membersByEmail(email: string): Promise<Member[]> {
    const { rows } = await this.database.query<Member>(
      `select ${member} from access.user_account u where lower(u.email) = lower($1) and ${isThere} order by u.id`,
      [email],
    );
    return rows;
  }
}

function found<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new NotFound();
  return row;
}
