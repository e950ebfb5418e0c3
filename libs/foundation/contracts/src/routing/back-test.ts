import type { BackTestOutcome, RouteWish } from '../api/route-back-tests';
import type {
  RouteDeed,
  RouteReason,
  RoutingDecision,
  SmartRouteActions,
} from '../events/smart-route.events';
import { deedsOf, type SmartRouteVersion } from './judge';

/** Version number of a draft, which no recorded rule has. */
export const DRAFT_VERSION = 0;

/**
 * The rules that a back-test evaluates: the active rules with the draft in place of its rule, or only the draft.
 * @param standing all rules in their order, including inactive ones
 * @param draft a changed or new rule, which counts as switched on; it replaces the rule with its id, or comes last if
 * there is none; null: only the current rules
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
 * The actions of the rules that matched at that time, including those that had no effect or were skipped because a
 * user had assigned
 * the conversation.
 * @param actionsOf a rule's actions in that version; null if unknown
 * @param onlyRoute only this rule; null: all rules
 * @returns null if no rule matched
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

/**
 * @returns how the result for a message differs; null if no rule matched then or now, since such messages are not
 * listed
 */
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
