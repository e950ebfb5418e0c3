import type { BackTestOutcome, RouteWish } from '../api/route-back-tests';
import type {
  RouteDeed,
  RouteReason,
  RoutingDecision,
  SmartRouteActions,
} from '../events/smart-route.events';
import { deedsOf, type SmartRouteVersion } from './judge';

/** The version of a rule under which nothing was ever recorded: a draft. */
export const DRAFT_VERSION = 0;

/**
 * The rules that a back-test asks: those that are on, with the draft in its place, or the draft alone.
 * @param standing all rules in their order, also those that are off
 * @param draft under the id of the rule that it would become: it counts as switched on, and a new one stands last
 */
export function testedRoutes(
  standing: SmartRouteVersion[],
  draft: Pick<SmartRouteVersion, 'id' | 'content'> | null,
  isAlone: boolean,
): SmartRouteVersion[] {
  const one = draft && { id: draft.id, version: DRAFT_VERSION, content: { ...draft.content, isOn: true } };
  if (one && isAlone) return [one];
  const isNew = one && !standing.some(({ id }) => id === one.id);
  const all = standing.map((route) => (route.id === one?.id ? one : route));
  return [...all, ...(isNew ? [one] : [])].filter(({ content }) => content.isOn);
}

/**
 * What was wished for by the rules that matched then, whether or not it was so already or a person had it.
 * @param actionsOf what a rule was to do in that version; null where nobody knows any more
 * @param onlyRoute of this rule alone; null: of all
 * @returns null where none matched
 */
export function wishesThen(
  { matched, left }: Pick<RoutingDecision, 'matched' | 'left'>,
  actionsOf: (routeId: string, version: number) => SmartRouteActions | null,
  onlyRoute: string | null,
): RouteWish[] | null {
  const those = matched.filter(({ routeId }) => onlyRoute === null || routeId === onlyRoute);
  if (those.length === 0) return null;
  const gone = new Set(left.flatMap(({ id, reason }) => (isMissing(reason) ? [id] : [])));
  const known = those.flatMap(({ routeId, version }) => {
    const actions = actionsOf(routeId, version);
    return actions ? [{ routeId, actions }] : [];
  });
  return wishesOf(deedsOf(known, { has: (_, id) => !gone.has(id) }).done);
}

export function wishesOf(deeds: RouteDeed[]): RouteWish[] {
  return deeds.map(({ what, id }) => ({ what, id }));
}

/** @returns null where neither matched: nobody asks about that */
export function outcomeOf(then: RouteWish[] | null, now: RouteWish[] | null): BackTestOutcome | null {
  if (then === null) return now === null ? null : 'new';
  if (now === null) return 'lost';
  return signatureOf(then) === signatureOf(now) ? 'same' : 'elsewhere';
}

function signatureOf(wishes: RouteWish[]): string {
  return wishes
    .map(({ what, id }) => `${what} ${id}`)
    .sort()
    .join();
}

function isMissing(reason: RouteReason): boolean {
  return reason.endsWith('_missing');
}
