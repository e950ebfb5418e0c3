import { Injectable } from '@nestjs/common';
import type { PermissionsResponse, TeamResponse, UserResponse } from '@parley/contracts/api/access';
import type { IpWhitelistEntryResponse } from '@parley/contracts/api/ip-whitelist';
import { defaultCustomerSettings, type CustomerSettings, type Role } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';

/** Whom a token or a session speaks for. */
export interface Member {
  userId: string;
  customerId: string;
  role: Role;
  contactsModuleForAgentsEnabled: boolean;
}

/** Who signed in, and the organisation they belong to. */
type Profile = Pick<PermissionsResponse, 'user'> & {
  customer: Pick<PermissionsResponse['customer'], 'id' | 'name' | 'storageName'>;
};

const member = `u.id as "userId", u.customer_id as "customerId", u.role,
  exists (select from access.customer_setting s
           where s.customer_id = u.customer_id and s.name = 'contactsModuleForAgentsEnabled' and s.value = 'true'
         ) as "contactsModuleForAgentsEnabled"`;
/**
 * As they said, and offline once they are signed in nowhere any more: whoever closed their laptop is so when their
 * session has ended, without a fact that nobody stated.
 */
const status = `case when exists (select from parley.session l where l.user_id = u.id and l.expires_at > now())
  then coalesce((select s.status from access.user_status s where s.user_id = u.id), 'offline') else 'offline' end`;
const userColumns = `u.id, coalesce(u.display_name, '') as "displayName", coalesce(u.email, '') as email, u.role,
  ${status} as status`;
const teamColumns = `t.id, t.name, t.colour, t.email, t.send_notification as "sendNotification", coalesce(
  (select json_agg(json_build_object('userId', m.user_id) order by m.user_id)
     from access.team_member m where m.team_id = t.id), '[]') as "teamUsers"`;

/** Reads of the view `access`. Another customer's user or team is as one that does not exist. */
@Injectable()
export class AccessQueries {
  constructor(private readonly database: Database) {}

  async users(customerId: string): Promise<UserResponse[]> {
    const { rows } = await this.database.query<UserResponse>(
      `select ${userColumns} from access.user_account u where u.customer_id = $1 order by u.display_name, u.id`,
      [customerId],
    );
    return rows;
  }

  /** @throws NotFound */
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

  /** @throws NotFound */
  async team(customerId: string, id: string): Promise<TeamResponse> {
    const { rows } = await this.database.query<TeamResponse>(
      `select ${teamColumns} from access.team t where t.customer_id = $1 and t.id = $2`,
      [customerId, id],
    );
    return found(rows);
  }

  /**
   * Who signed in and where they belong, with the settings that they chose.
   * @throws NotFound
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
        where u.customer_id = $1 and u.id = $2`,
      [customerId, userId],
    );
    return found(rows);
  }

  /** What is set for an organisation; its default where nothing was said. */
  async customerSettings(customerId: string): Promise<CustomerSettings> {
    const { rows } = await this.database.query<{ name: string; value: unknown }>(
      'select name, value from access.customer_setting where customer_id = $1',
      [customerId],
    );
    const changed = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    return { ...defaultCustomerSettings, ...changed };
  }

  /** Empty until they write one. */
  async signature(customerId: string, userId: string): Promise<string> {
    const { rows } = await this.database.query<{ html: string | null }>(
      `select s.html from access.user_signature s join access.user_account u on u.id = s.user_id
        where u.customer_id = $1 and u.id = $2`,
      [customerId, userId],
    );
    return rows[0]?.html ?? '';
  }

  /** How many users count against an organisation's limit. */
  async seatsTaken(customerId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*)::int as count from access.user_account where customer_id = $1',
      [customerId],
    );
    return rows[0]?.count ?? 0;
  }

  async ipWhitelist(customerId: string): Promise<IpWhitelistEntryResponse[]> {
    const { rows } = await this.database.query<IpWhitelistEntryResponse>(
      'select id, name, address from access.ip_whitelist_entry where customer_id = $1 order by name, id',
      [customerId],
    );
    return rows;
  }

  async memberById(customerId: string, userId: string): Promise<Member | null> {
    const { rows } = await this.database.query<Member>(
      `select ${member} from access.user_account u where u.customer_id = $1 and u.id = $2`,
      [customerId, userId],
    );
    return rows[0] ?? null;
  }

  async memberByEmail(customerId: string, email: string): Promise<Member | null> {
    const { rows } = await this.database.query<Member>(
      `select ${member} from access.user_account u where u.customer_id = $1 and lower(u.email) = lower($2)`,
      [customerId, email],
    );
    return rows[0] ?? null;
  }

  /** The user with this address, if it is one user's in one organisation only: never a guess between two. */
  async onlyMemberByEmail(email: string): Promise<Member | null> {
    const { rows } = await this.database.query<Member>(
      `select ${member} from access.user_account u where lower(u.email) = lower($1) limit 2`,
      [email],
    );
    return rows.length === 1 ? (rows[0] ?? null) : null;
  }
}

function found<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new NotFound();
  return row;
}
