import { Injectable } from '@nestjs/common';
import { isPresentSql } from '@parley/access/presence/user-presence';
import type { RouteSharing } from '@parley/contracts/events';
import { Database } from '@parley/platform/database/database';
import { OFFLINE_AFTER_MINUTES } from '@parley/routing/domain/offline-agents';
import type { Agent } from '@parley/routing/domain/rota';
import type { HeldShare } from '@parley/routing/read/sharing.fold';

/** Facts about a team that are needed to choose an agent. */
export interface TeamNow {
  agents: Agent[];
  /** Ids of the claims whose conversations the agents' counts of open conversations already include. */
  seen: string[];
  /** Whether other conversations wait in the team. */
  isQueued: boolean;
}

/** A conversation that is shared among a team's agents, with the sharing settings of its rule. */
export interface SharedConversation {
  id: string;
  customerId: string;
  share: HeldShare;
  sharing: RouteSharing;
}

/** Maximum number of claims that are read: the team's newest ones. */
const MAX_SEEN = 1_000;
/** Maximum number of a team's waiting conversations per round. */
const MAX_OF_A_TEAM = 50;
/**
 * Maximum number of conversations of offline agents per round: of one organisation (`MAX_OFFLINE_OF_ONE`) and in
 * total.
 */
const MAX_OFFLINE_OF_ONE = 50;
const MAX_OFFLINE = 500;

/**
 * SQL conditions on a conversation `h`: it waits in a team (`waitsSql`), or sharing has assigned it (`givenSql`).
 * They match partial indexes of the view.
 */
const waitsSql = `h.waits and h.status = 'open' and h.team_id is not null`;
const givenSql = `h.share is not null and not h.waits and h.status = 'open' and h.user_id is not null`;

/** SQL columns of a conversation `h`: its assignee, and the id and version of its rule. */
const ruleSql = `h.user_id, h.share ->> 'routeId', h.share ->> 'version'`;

/** SQL condition that user `u` is offline: by their own status, or because they had no window for a while. */
const isGoneSql = `(coalesce(s.status = 'offline', false) or exists (select from parley.user_presence p
  where p.user_id = u.id and p.seen_at < now() - interval '${OFFLINE_AFTER_MINUTES} minutes'))`;

const sharingSql = `join routing.route_version v on v.route_id = (h.share ->> 'routeId')::uuid
  and v.version = (h.share ->> 'version')::integer`;
const sharedColumns = `h.conversation_id as id, h.customer_id as "customerId", h.share,
  v.content -> 'actions' -> 'sharing' as sharing`;

/** Reads the members of teams with their conversations, and the conversations that wait. */
@Injectable()
export class TeamQueries {
  constructor(private readonly database: Database) {}

  /** Number of the team's current stream, as of the view; 0 if the view has none. */
  async rotaNumber(customerId: string, teamId: string): Promise<number> {
    const { rows } = await this.database.query<{ number: number }>(
      'select number from routing.rota where customer_id = $1 and team_id = $2',
      [customerId, teamId],
    );
    return rows[0]?.number ?? 0;
  }

  /** @param conversationId conversation to be assigned, which therefore does not count as waiting */
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
          select claim from routing.share where team_id = $2 order by position desc limit ${MAX_SEEN}) s), '[]') as seen,
        exists (select from routing.held h where h.customer_id = $1 and h.team_id = $2 and h.waits and h.status = 'open'
                 and h.conversation_id <> $3) as "isQueued"`,
      [customerId, teamId, conversationId],
    );
    return rows[0]!;
  }

  /**
   * Waiting conversations: the oldest of each team, then each team's second, and so on. The query reads one index
   * entry per team with waiting conversations, and no row if none wait.
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
                order by h.share ->> 'position', h.conversation_id limit ${MAX_OF_A_TEAM}) first) h ${sharingSql}
          where v.content -> 'actions' ->> 'sharing' is not null
          order by h.place, h.share ->> 'position', h.conversation_id`,
    );
    return rows;
  }

  /**
   * Conversations of offline agents that are to be reassigned by their rule: the oldest of each organisation, then
   * each organisation's second, and so on. An agent is offline by their own status, if they are inactive, or after
   * `OFFLINE_AFTER_MINUTES` without a window. The query reads one index entry for each pair of agent and rule, and
   * conversations only if the agent is offline and the rule reassigns.
   * @param knowsWindows whether the presence of windows is known; otherwise it is ignored
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
                order by h.share ->> 'position' limit ${MAX_OFFLINE_OF_ONE}) h
            where v.content -> 'actions' -> 'sharing' ->> 'reassignsOffline' = 'true'
              and (s.status = 'offline' or u.state <> 'active' or $1 and p.seen_at < now() - interval '${OFFLINE_AFTER_MINUTES} minutes')
           ) found
          where place <= ${MAX_OFFLINE_OF_ONE} order by place, share ->> 'position' limit ${MAX_OFFLINE}`,
      [knowsWindows],
    );
    return rows;
  }
}
