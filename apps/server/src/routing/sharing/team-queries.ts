import { Injectable } from '@nestjs/common';
import { isPresentSql } from '@parley/access/presence/user-presence';
import type { RouteSharing } from '@parley/contracts/events';
import { Database } from '@parley/platform/database/database';
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

/** Who had no window open for so many minutes has gone. */
export const GONE_MINUTES = 5;

/** Claims that the rota may not know as seen: the newest of a team. */
const MOST_SEEN = 1_000;
/** Conversations of one team that one round looks at. */
const MOST_OF_A_TEAM = 50;
const MOST_OFFLINE = 500;

/** Whether a user `u` has gone, by what they say and by their windows. */
const isGoneSql = `(coalesce(s.status = 'offline', false) or exists (select from parley.user_presence p
  where p.user_id = u.id and p.seen_at < now() - interval '${GONE_MINUTES} minutes'))`;

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

  /** What waits in teams, of each team the oldest first. */
  async waiting(): Promise<SharedConversation[]> {
    const { rows } = await this.database.query<SharedConversation & { [column: string]: unknown }>(
      `select ${sharedColumns} from (
         select h.*, row_number() over (partition by h.team_id order by h.share ->> 'position', h.conversation_id) as place
           from routing.held h where h.waits and h.status = 'open') h ${sharingSql}
        where h.place <= ${MOST_OF_A_TEAM} and v.content -> 'actions' ->> 'sharing' is not null
        order by h.team_id, h.place`,
    );
    return rows;
  }

  /**
   * What somebody has who is offline, where the rule gives it to others then: who said so, is no longer active, or has had
   * no window open for `GONE_MINUTES`.
   * @param knowsWindows whether it is known which windows are open
   */
  async offline(knowsWindows: boolean): Promise<SharedConversation[]> {
    const { rows } = await this.database.query<SharedConversation & { [column: string]: unknown }>(
      `select ${sharedColumns} from routing.held h ${sharingSql}
         join access.user_account u on u.id = h.user_id
         left join access.user_status s on s.user_id = u.id
         left join parley.user_presence p on p.user_id = u.id
        where h.share is not null and not h.waits and h.status = 'open'
          and v.content -> 'actions' -> 'sharing' ->> 'reassignsOffline' = 'true'
          and (s.status = 'offline' or u.state <> 'active' or $1 and p.seen_at < now() - interval '${GONE_MINUTES} minutes')
        order by h.share ->> 'position' limit ${MOST_OFFLINE}`,
      [knowsWindows],
    );
    return rows;
  }
}
