import { Injectable } from '@nestjs/common';
import { isPresentSql } from '@parley/access/presence/user-presence';
import type { RouteSharing } from '@parley/contracts/events';
import { Database } from '@parley/platform/database/database';
import { OFFLINE_AFTER_MINUTES } from '@parley/routing/domain/offline-agents';
import type { Agent } from '@parley/routing/domain/rota';
import type { HeldShare } from '@parley/routing/read/sharing.fold';

/** What a team knows as it decides who gets a conversation. */
export interface TeamNow {
  agents: Agent[];
  /** Claims that the counts of open conversations hold. */
  seen: string[];
  /** Others wait in the team. */
  isQueued: boolean;
}

/** A conversation that its team shares, and by which rule of sharing. */
export interface SharedConversation {
  id: string;
  customerId: string;
  share: HeldShare;
  sharing: RouteSharing;
}

/** Claims that the rota may not know as seen: the newest of a team. */
const MOST_SEEN = 1_000;
/** Conversations of one team that one round looks at. */
const MOST_OF_A_TEAM = 50;
/** Conversations of those who are offline that one round takes from them: of an organisation, and of all. */
const MOST_OFFLINE_OF_ONE = 50;
const MOST_OFFLINE = 500;

/** Conversations `h` that wait in teams, and those that somebody has: as the indexes of the view say it. */
const waitsSql = `h.waits and h.status = 'open' and h.team_id is not null`;
const givenSql = `h.share is not null and not h.waits and h.status = 'open' and h.user_id is not null`;

/** Who has it, and by which rule of sharing. */
const ruleSql = `h.user_id, h.share ->> 'routeId', h.share ->> 'version'`;

/** Whether a user `u` has gone, by what they say and by their windows. */
const isGoneSql = `(coalesce(s.status = 'offline', false) or exists (select from parley.user_presence p
  where p.user_id = u.id and p.seen_at < now() - interval '${OFFLINE_AFTER_MINUTES} minutes'))`;

const sharingSql = `join routing.route_version v on v.route_id = (h.share ->> 'routeId')::uuid
  and v.version = (h.share ->> 'version')::integer`;
const sharedColumns = `h.conversation_id as id, h.customer_id as "customerId", h.share,
  v.content -> 'actions' -> 'sharing' as sharing`;

/** Who is in teams, what they have, and what waits there. */
@Injectable()
export class TeamQueries {
  constructor(private readonly database: Database) {}

  /** The stream of its rota that a team is at, as far as the view knows. */
  async rotaNumber(customerId: string, teamId: string): Promise<number> {
    const { rows } = await this.database.query<{ number: number }>(
      'select number from routing.rota where customer_id = $1 and team_id = $2',
      [customerId, teamId],
    );
    return rows[0]?.number ?? 0;
  }

  /** @param conversationId the one that somebody is to get: it does not wait for itself */
  async now(customerId: string, teamId: string, conversationId: string): Promise<TeamNow> {
    const { rows } = await this.database.query<TeamNow>(
      `select coalesce((
          select jsonb_agg(jsonb_build_object('userId', u.id, 'isAvailable', coalesce(s.status = 'available', false) and ${isPresentSql},
                   'isGone', ${isGoneSql},
                   'open', (select count(*) from routing.held h
                             where h.customer_id = $1 and h.user_id = u.id and h.status = 'open')))
            from access.team_member m join access.user_account u on u.id = m.user_id
            left join access.user_status s on s.user_id = u.id
           where m.team_id = $2 and u.customer_id = $1 and u.state = 'active'), '[]') as agents,
        coalesce((select jsonb_agg(s.claim) from (
          select claim from routing.share where team_id = $2 order by position desc limit ${MOST_SEEN}) s), '[]') as seen,
        exists (select from routing.held h where h.customer_id = $1 and h.team_id = $2 and h.waits and h.status = 'open'
                 and h.conversation_id <> $3) as "isQueued"`,
      [customerId, teamId, conversationId],
    );
    return rows[0]!;
  }

  /**
   * What waits in teams: the oldest of each team, then the second of each, and so on. One step on the index finds each team
   * in which something waits; where nothing does, nothing is read.
   */
  async waiting(): Promise<SharedConversation[]> {
    const { rows } = await this.database.query<SharedConversation & { [column: string]: unknown }>(
      `with recursive team as (
           (select h.team_id from routing.held h where ${waitsSql} order by h.team_id limit 1)
           union all
           select next.team_id from team cross join lateral (
             select h.team_id from routing.held h where ${waitsSql} and h.team_id > team.team_id
              order by h.team_id limit 1) next)
         select ${sharedColumns} from team cross join lateral (
             select first.*, row_number() over (order by first.share ->> 'position', first.conversation_id) as place from (
               select h.* from routing.held h where ${waitsSql} and h.team_id = team.team_id
                order by h.share ->> 'position', h.conversation_id limit ${MOST_OF_A_TEAM}) first) h ${sharingSql}
          where v.content -> 'actions' ->> 'sharing' is not null
          order by h.place, h.share ->> 'position', h.conversation_id`,
    );
    return rows;
  }

  /**
   * What somebody has who is offline, where the rule gives it to others then: who said so, is no longer active, or has had
   * no window open for `OFFLINE_AFTER_MINUTES`. The oldest of each organisation, then the second of each, and so on. One step on the
   * index finds each rule by which somebody has any: only where they are offline and the rule says so, those are read.
   * @param knowsWindows whether it is known which windows are open
   */
  async offline(knowsWindows: boolean): Promise<SharedConversation[]> {
    const { rows } = await this.database.query<SharedConversation & { [column: string]: unknown }>(
      `with recursive has (user_id, route, version) as (
           (select ${ruleSql} from routing.held h where ${givenSql} order by ${ruleSql} limit 1)
           union all
           select next.* from has cross join lateral (
             select ${ruleSql} from routing.held h
              where ${givenSql} and (${ruleSql}) > (has.user_id, has.route, has.version)
              order by ${ruleSql} limit 1) next)
         select id, "customerId", share, sharing from (
           select ${sharedColumns},
                  row_number() over (partition by h.customer_id order by h.share ->> 'position', h.conversation_id) as place
             from has
             join routing.route_version v on v.route_id = has.route::uuid and v.version = has.version::integer
             join access.user_account u on u.id = has.user_id
             left join access.user_status s on s.user_id = u.id
             left join parley.user_presence p on p.user_id = u.id
             cross join lateral (
               select h.* from routing.held h
                where ${givenSql} and (${ruleSql}) = (has.user_id, has.route, has.version)
                order by h.share ->> 'position' limit ${MOST_OFFLINE_OF_ONE}) h
            where v.content -> 'actions' -> 'sharing' ->> 'reassignsOffline' = 'true'
              and (s.status = 'offline' or u.state <> 'active' or $1 and p.seen_at < now() - interval '${OFFLINE_AFTER_MINUTES} minutes')
           ) found
          where place <= ${MOST_OFFLINE_OF_ONE} order by place, share ->> 'position' limit ${MOST_OFFLINE}`,
      [knowsWindows],
    );
    return rows;
  }
}
