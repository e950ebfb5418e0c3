import { Injectable } from '@nestjs/common';
import { BACK_TEST, type BackTestOutcome, type RouteWish } from '@parley/contracts/api/route-back-tests';
import { roles, type Role, type RouteHit, type SmartRouteContent } from '@parley/contracts/events';
import { DRAFT_VERSION, outcomeOf, wishesOf, wishesThen } from '@parley/contracts/routing/back-test';
import { CompiledRoutes, type SmartRouteVersion } from '@parley/contracts/routing/judge';
import { compileLinear } from '@parley/contracts/routing/linear-patterns';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import { SmartRouteQueries } from '@parley/routing/read/smart-route.queries';
import { BackTestStore, type TestedPiece, type TestedRow } from './back-test-store';
import { PastMessages, PIECE, type PastMessage, type Piece } from './past-messages';

/**
 * Parameters of a back-test. They contain the versions of the rules, so that later changes of the rules do not affect
 * the test.
 */
export interface BackTestParams {
  /** The tested rules in order of precedence. A draft has the version `DRAFT_VERSION`. */
  routes: Pick<SmartRouteVersion, 'id' | 'version'>[];
  draft: { id: string; content: SmartRouteContent } | null;
  isAlone: boolean;
}

/** A job that applies rules to past messages. The job stores the results, and carries out no actions. */
@Injectable()
export class BackTestKind implements JobKind {
  readonly name = BACK_TEST;
  readonly batch = 5;
  readonly keptDays = 7;
  // Only the highest role oversees other users' tests: the others begin tests of their own, on conversations that
  // they may see.
  readonly overseenBy: Role = roles.at(-1)!;

  constructor(
    private readonly rules: SmartRouteQueries,
    private readonly messages: PastMessages,
    private readonly inbox: InboxQueries,
    private readonly store: BackTestStore,
  ) {}

  async process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]> {
    const { customerId } = job;
    const params = job.params as BackTestParams;
    const viewer = await this.inbox.viewer(job);
    const routes = new CompiledRoutes(await this.tested(customerId, params), compileLinear);
    const there = await this.rules.targets(customerId);
    const only = params.isAlone ? (params.draft?.id ?? null) : null;
    for (const { key, payload } of items) {
      signal.throwIfAborted();
      const messages = await this.messages.of(viewer, payload as Piece, routes.needs);
      const known = await this.known(customerId, messages);
      const piece: TestedPiece = { place: Number(key) * PIECE, tested: 0, skipped: 0, rows: [] };
      for (const [index, { id, conversationId, judged, then }] of messages.entries()) {
        if (!judged) {
          piece.skipped += 1;
          continue;
        }
        piece.tested += 1;
        const { matched } = routes.match(judged);
        const { done } = routes.deedsOf(matched, { has: (kind, one) => there.get(one) === kind });
        const wishedNow: RouteWish[] | null = matched.length > 0 ? wishesOf(done) : null;
        const wishedThen =
          then && wishesThen(then, (route, version) => known.get(`${route} ${version}`) ?? null, only);
        const outcome: BackTestOutcome | null = outcomeOf(wishedThen, wishedNow);
        if (!outcome) continue;
        const hits: RouteHit[] = matched.flatMap((match) => match.hits);
        const wasByHand = then?.left.some(({ reason }) => reason === 'assigned_by_hand') ?? false;
        piece.rows.push({
          ...{ place: piece.place + index, outcome, messageId: id, conversationId },
          ...{ hits, wishedThen, wishedNow, wasByHand },
        } satisfies TestedRow);
      }
      await this.store.save(job.id, piece);
    }
    return items.map(() => ({ result: 'done' }));
  }

  private async tested(customerId: string, { routes, draft }: BackTestParams): Promise<SmartRouteVersion[]> {
    const standing = routes.filter(({ version }) => version !== DRAFT_VERSION);
    const found = await this.rules.versionsOf(customerId, standing);
    const byVersion = new Map(found.map((route) => [`${route.id} ${route.version}`, route]));
    return routes.flatMap(({ id, version }) => {
      if (draft && version === DRAFT_VERSION)
        return [{ id, version, content: { ...draft.content, isOn: true } }];
      return byVersion.get(`${id} ${version}`) ?? [];
    });
  }

  /** @returns the actions of the rules that matched the messages at the time, by "id version" of the rule */
  private async known(customerId: string, messages: PastMessage[]) {
    const named = new Map(
      messages.flatMap(({ then }) =>
        (then?.matched ?? []).map(
          ({ routeId: id, version }) => [`${id} ${version}`, { id, version }] as const,
        ),
      ),
    );
    const found = named.size > 0 ? await this.rules.versionsOf(customerId, [...named.values()]) : [];
    return new Map(found.map(({ id, version, content }) => [`${id} ${version}`, content.actions]));
  }
}
