import { Injectable } from '@nestjs/common';
import type {
  MissingTarget,
  RoutingDecisionResponse,
  SmartRouteResponse,
  SmartRouteUse,
  SmartRouteVersionResponse,
} from '@parley/contracts/api/smart-routes';
import type { RoutingDecision, SmartRouteContent } from '@parley/contracts/events';
import type { SmartRouteVersion } from '@parley/contracts/routing/judge';
import { isTooComplex } from '@parley/contracts/routing/smart-route-rules';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { hiddenRoutes } from '../domain/hidden-routes';

interface RouteRow {
  id: string;
  version: number;
  content: SmartRouteContent;
  changedAt: Date;
  changedBy: string | null;
  matches: number;
  lastMatchAt: Date | null;
}

/** A decision as stored, without the text of the contact's message. */
export interface StoredDecision extends Omit<RoutingDecisionResponse, 'text'> {
  position: string;
}

const MAX_DECISIONS = 50;

const inOrder = `left join routing.route_order o on o.customer_id = r.customer_id
  left join lateral (select ordinality as place from jsonb_array_elements_text(o.route_ids) with ordinality listed(id, ordinality)
                      where listed.id = r.id::text) placed on true`;

/** Reads the rules of an organisation; the rules of another organisation count as missing. */
@Injectable()
export class SmartRouteQueries {
  constructor(private readonly database: Database) {}

  /** The rules in their order, each with the number of its matches and its missing targets. */
  async list(customerId: string): Promise<SmartRouteResponse[]> {
    const { rows } = await this.database.query<RouteRow>(
      `select r.id, r.version, r.content, r.changed_at as "changedAt", r.changed_by as "changedBy",
              coalesce(m.matches, 0)::int as matches, m.last_at as "lastMatchAt"
         from routing.route r ${inOrder}
         left join lateral (select sum(d.count) filter (where d.day > current_date - 28) as matches, max(d.last_at) as last_at
                              from routing.match_day d where d.route_id = r.id) m on true
        where r.customer_id = $1 and not r.is_deleted order by placed.place nulls last, r.created`,
      [customerId],
    );
    const there = await this.targets(customerId);
    const channelIds = [...there].filter(([, kind]) => kind === 'channel').map(([id]) => id);
    const checked = rows.map((row) => ({ ...row, missing: missingOf(row.content, there) }));
    const hidden = hiddenRoutes(
      checked.map(({ id, content, missing }) => ({
        ...{ id, content },
        assigns: Boolean(
          (content.actions.userId ?? content.actions.teamId) &&
          !missing.some(({ kind }) => kind === 'user' || kind === 'team'),
        ),
      })),
      channelIds,
    );
    return checked.map(({ content, changedAt, lastMatchAt, ...row }) => ({
      ...row,
      ...content,
      changedAt: changedAt.toISOString(),
      lastMatchAt: lastMatchAt?.toISOString() ?? null,
      hiddenBy: hidden.get(row.id) ?? null,
      isTooComplex: isTooComplex(content),
    }));
  }

  /** @throws NotFound if the organisation has no such rule */
  async one(customerId: string, id: string): Promise<SmartRouteResponse> {
    const route = (await this.list(customerId)).find((one) => one.id === id);
    if (!route) throw new NotFound();
    return route;
  }

  async count(customerId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*)::int as count from routing.route where customer_id = $1 and not is_deleted',
      [customerId],
    );
    return rows[0]?.count ?? 0;
  }

  /**
   * The versions of a rule, newest first, at most 200.
   * @throws NotFound if the organisation has no such rule
   */
  async versions(customerId: string, id: string): Promise<SmartRouteVersionResponse[]> {
    const { rows } = await this.database.query<{
      version: number;
      content: SmartRouteContent;
      at: Date;
      by: string | null;
      restores: number | null;
    }>(
      `select v.version, v.content, v.at, v.by, v.restores from routing.route_version v
        where v.customer_id = $1 and v.route_id = $2 order by v.version desc limit 200`,
      [customerId, id],
    );
    if (rows.length === 0) throw new NotFound();
    return rows.map(({ content, at, ...row }) => ({ ...row, ...content, at: at.toISOString() }));
  }

  /** The active rules in their order, and the kind of each existing target by id. */
  async judging(customerId: string): Promise<{ routes: SmartRouteVersion[]; targets: Map<string, string> }> {
    const { rows } = await this.database.query<SmartRouteVersion>(
      `select r.id, r.version, r.content from routing.route r ${inOrder}
        where r.customer_id = $1 and not r.is_deleted and (r.content ->> 'isOn')::boolean
        order by placed.place nulls last, r.created`,
      [customerId],
    );
    const targets = rows.length > 0 ? await this.targets(customerId) : new Map<string, string>();
    return { routes: rows, targets };
  }

  /** All rules in their order, including inactive ones. */
  async standing(customerId: string): Promise<SmartRouteVersion[]> {
    const { rows } = await this.database.query<SmartRouteVersion>(
      `select r.id, r.version, r.content from routing.route r ${inOrder}
        where r.customer_id = $1 and not r.is_deleted order by placed.place nulls last, r.created`,
      [customerId],
    );
    return rows;
  }

  /** Returns these versions of rules, in no particular order, including versions of deleted rules. */
  async versionsOf(
    customerId: string,
    named: Pick<SmartRouteVersion, 'id' | 'version'>[],
  ): Promise<SmartRouteVersion[]> {
    const { rows } = await this.database.query<SmartRouteVersion>(
      `select distinct v.route_id as id, v.version, v.content
         from unnest($2::uuid[], $3::int[]) named(id, version)
         join routing.route_version v on v.route_id = named.id and v.version = named.version
        where v.customer_id = $1`,
      [customerId, named.map(({ id }) => id), named.map(({ version }) => version)],
    );
    return rows;
  }

  /** The rules that refer to the thing with this id: a user, team, tag, label, contact list, channel or template. */
  async uses(customerId: string, of: string): Promise<SmartRouteUse[]> {
    const { rows } = await this.database.query<SmartRouteUse>(
      `select r.id, r.content ->> 'title' as title from routing.route r
        where r.customer_id = $1 and not r.is_deleted and position($2 in r.content::text) > 0
        order by r.created`,
      [customerId, of],
    );
    return rows;
  }

  /** Number of rules that refer to each of these things, by id; things without rules are absent. */
  async countsOfUses(customerId: string, ofEach: string[]): Promise<Map<string, number>> {
    const { rows } = await this.database.query<{ id: string; count: number }>(
      `select asked.id, count(*)::int as count from unnest($2::text[]) asked (id)
         join routing.route r on r.customer_id = $1 and not r.is_deleted
          and position(asked.id in r.content::text) > 0
        group by asked.id`,
      [customerId, ofEach],
    );
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /**
   * The decisions for the messages of a conversation, newest first. The caller has checked that the user may see the
   * conversation.
   */
  async decisions(customerId: string, conversationId: string): Promise<StoredDecision[]> {
    const { rows } = await this.database.query<{
      decision: RoutingDecision;
      at: Date;
      later: RoutingDecisionResponse['later'];
    }>(
      `select d.decision, d.at, coalesce((
                select jsonb_agg(s.told || jsonb_build_object('at', s.at) order by s.position) from routing.share s
                 where s.conversation_id = d.conversation_id and s.message_position = d.position and s.told ? 'cause'
              ), '[]') as later
         from routing.decision d
        where d.customer_id = $1 and d.conversation_id = $2 order by d.position desc limit ${MAX_DECISIONS}`,
      [customerId, conversationId],
    );
    const named = rows.flatMap(({ decision: { matched, missed } }) => [...matched, ...missed]);
    const { rows: versions } = await this.database.query<SmartRouteVersion & { isDeleted: boolean }>(
      `select v.route_id as id, v.version, v.content, r.is_deleted as "isDeleted"
         from unnest($2::uuid[], $3::int[]) named(id, version)
         join routing.route_version v on v.route_id = named.id and v.version = named.version
         join routing.route r on r.id = v.route_id where v.customer_id = $1 group by v.route_id, v.version, r.is_deleted`,
      [customerId, named.map(({ routeId }) => routeId), named.map(({ version }) => version)],
    );
    const byVersion = new Map(versions.map((version) => [`${version.id} ${version.version}`, version]));
    return rows.map(({ decision, at, later }) => ({
      ...decision,
      at: at.toISOString(),
      later: later.map(({ routeId, userId, by, open, cap, cause, at: sharedAt }) => ({
        ...{ routeId, userId, by, open, cap, cause, at: new Date(sharedAt).toISOString() },
      })),
      rules: [...decision.matched, ...decision.missed].flatMap(({ routeId, version }) => {
        const found = byVersion.get(`${routeId} ${version}`);
        if (!found) return [];
        const { title, conditions, actions } = found.content;
        return [{ id: routeId, version, title, conditions, actions, isDeleted: found.isDeleted }];
      }),
    }));
  }

  /** The targets to which rules may refer: the kind of each by id. */
  async targets(customerId: string): Promise<Map<string, string>> {
    const { rows } = await this.database.query<{ id: string; kind: string }>(
      'select id, kind from routing.target where customer_id = $1',
      [customerId],
    );
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  }
}

function missingOf(
  { conditions, actions }: SmartRouteContent,
  there: ReadonlyMap<string, string>,
): MissingTarget[] {
  const named: [MissingTarget['kind'], (string | null)[]][] = [
    ['user', [actions.userId]],
    ['team', [actions.teamId]],
    ['tag', [...actions.addTagIds, ...actions.removeTagIds]],
    ['label', [...actions.addLabelIds, ...actions.removeLabelIds]],
    ['list', [...actions.addListIds, ...actions.removeListIds]],
    ['channel', conditions.channelIds],
  ];
  return named.flatMap(([kind, ids]) =>
    ids.flatMap((id) => (id && there.get(id) !== kind ? [{ kind, id }] : [])),
  );
}
