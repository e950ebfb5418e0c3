import type {
  RouteCondition,
  RouteDeed,
  RouteHit,
  RouteMatch,
  RouteMiss,
  RouteReason,
  RoutingDecision,
  SmartRouteActions,
  SmartRouteContactRule,
  SmartRouteContent,
} from '../events/smart-route.events';
import { foldedText } from './folded-text';
import { compileKeywords, JudgedText, type CompilePattern } from './keywords';
import { isWithinHours } from './within-hours';

/** A rule in one of its versions. */
export interface SmartRouteVersion {
  id: string;
  version: number;
  content: SmartRouteContent;
}

/** The data of a message that rules check. The optional fields are needed only if a rule uses them. */
export interface JudgedMessage {
  channelId: string;
  identityId: string | null;
  /** The message's text or a file's caption; null if there is none. */
  text: string | null;
  /** The message's own time, ISO 8601 UTC. */
  writtenAt: string;
  /** Number of the message among the contact's messages since the conversation was opened, from 1. */
  number?: number;
  /** The template to which the message replies; null if there is none. */
  templateId?: string | null;
  /** Values of the contact's fields by name, and of attributes by id. */
  contact?: Readonly<Record<string, string | null>>;
}

/** The data that must be loaded before rules can be evaluated. */
export interface Needs {
  number: boolean;
  template: boolean;
  contact: boolean;
}

type Check = (message: JudgedMessage, text: JudgedText | null) => RouteHit[] | null;

interface CompiledRoute {
  id: string;
  version: number;
  checks: [RouteCondition, Check][];
}

/** The organisation's existing objects; any other id belongs to an object that no longer exists. */
export interface Targets {
  has(kind: 'user' | 'team' | 'tag' | 'label' | 'list', id: string): boolean;
}

const none: RouteHit[] = [];
const MAX_MATCHED = 100;
const MAX_MISSED = 20;
const MAX_HITS = 20;

/** An organisation's active rules in their order, compiled for evaluation. */
export class CompiledRoutes {
  private readonly routes: CompiledRoute[];
  private readonly actions: ReadonlyMap<string, SmartRouteActions>;
  readonly needs: Needs;

  /** A rule whose pattern does not compile matches nothing. */
  constructor(routes: SmartRouteVersion[], compile: CompilePattern) {
    const on = routes.filter(({ content }) => content.isOn);
    this.routes = on.map(({ id, version, content }) => ({
      ...{ id, version },
      checks: checksOf(content, compile),
    }));
    this.actions = new Map(on.map(({ id, content }) => [id, content.actions]));
    const some = (holds: (content: SmartRouteContent) => boolean) => on.some(({ content }) => holds(content));
    this.needs = {
      number: some(({ conditions }) => conditions.firstMessages !== null),
      template: some(({ conditions }) => conditions.templateIds.length > 0),
      contact: some(({ conditions }) => conditions.contact.length > 0),
    };
  }

  get isEmpty(): boolean {
    return this.routes.length === 0;
  }

  /** Evaluates the rules from top to bottom. */
  match(message: JudgedMessage): Pick<RoutingDecision, 'checked' | 'matched' | 'missed' | 'isCutShort'> {
    const text = message.text === null ? null : new JudgedText(message.text);
    const matched: RouteMatch[] = [];
    const missed: RouteMiss[] = [];
    for (const { id: routeId, version, checks } of this.routes) {
      const hits: RouteHit[] = [];
      const failed = checks.find(([, check]) => {
        const found = check(message, text);
        if (found && hits.length < MAX_HITS) hits.push(...found.slice(0, MAX_HITS));
        return found === null;
      });
      if (failed) {
        if (missed.length < MAX_MISSED) missed.push({ routeId, version, failed: failed[0] });
      } else if (matched.length < MAX_MATCHED) {
        matched.push({ routeId, version, conditions: checks.map(([name]) => name), hits });
      }
    }
    return { checked: this.routes.length, matched, missed, ...(text?.isSpent && { isCutShort: true }) };
  }

  deedsOf(matched: RouteMatch[], targets: Targets): Pick<RoutingDecision, 'done' | 'left'> {
    return deedsOf(
      matched.flatMap(({ routeId }) => {
        const actions = this.actionsOf(routeId);
        return actions ? [{ routeId, actions }] : [];
      }),
      targets,
    );
  }

  actionsOf(routeId: string): SmartRouteActions | null {
    return this.actions.get(routeId) ?? null;
  }
}

/**
 * The actions of matching rules, from top to bottom. The first rule with an existing assignee assigns; all rules
 * perform their other
 * actions.
 */
export function deedsOf(
  matched: { routeId: string; actions: SmartRouteActions }[],
  targets: Targets,
): Pick<RoutingDecision, 'done' | 'left'> {
  const done: RouteDeed[] = [];
  const left: RoutingDecision['left'] = [];
  // An action on a tag, label or list prevents later rules from changing the same tag, label or list.
  const said = new Set<string>();
  let isAssigned = false;
  for (const { routeId, actions } of matched) {
    for (const [deed, kind] of deedsOfRoute(routeId, actions)) {
      const isAssignment = deed.what === 'user' || deed.what === 'team';
      const about = isAssignment ? 'assignee' : `${kind} ${deed.id}`;
      if (isAssignment ? isAssigned : said.has(about)) continue;
      if (kind && deed.id && !targets.has(kind, deed.id)) {
        left.push({ ...deed, reason: `${kind}_missing` satisfies RouteReason });
        continue;
      }
      if (isAssignment) isAssigned = true;
      said.add(about);
      done.push(deed);
    }
  }
  return { done, left };
}

type Kind = Parameters<Targets['has']>[0];

function deedsOfRoute(routeId: string, actions: SmartRouteActions): [RouteDeed, Kind | null][] {
  const each = (what: RouteDeed['what'], kind: Kind, ids: string[]): [RouteDeed, Kind][] =>
    ids.map((id) => [{ routeId, what, id }, kind]);
  const { userId, teamId, highPriority } = actions;
  return [
    ...each('user', 'user', userId ? [userId] : []),
    ...each('team', 'team', teamId ? [teamId] : []),
    ...each('tag', 'tag', actions.addTagIds),
    ...each('untag', 'tag', actions.removeTagIds),
    ...each('label', 'label', actions.addLabelIds),
    ...each('unlabel', 'label', actions.removeLabelIds),
    ...each('list', 'list', actions.addListIds),
    ...each('unlist', 'list', actions.removeListIds),
    ...(highPriority === null
      ? []
      : [
          [{ routeId, what: highPriority ? 'prioritise' : 'unprioritise', id: null }, null] as [
            RouteDeed,
            null,
          ],
        ]),
  ];
}

function checksOf({ conditions }: SmartRouteContent, compile: CompilePattern): [RouteCondition, Check][] {
  const checks: [RouteCondition, Check][] = [];
  const add = (name: RouteCondition, holds: (message: JudgedMessage) => boolean) =>
    checks.push([name, (message) => (holds(message) ? none : null)]);
  const { channelIds, identityIds, keywords, firstMessages, contact, templateIds, hours } = conditions;
  if (channelIds.length > 0) {
    const ids = new Set(channelIds);
    add('channel', ({ channelId }) => ids.has(channelId));
  }
  if (identityIds.length > 0) {
    const ids = new Set(identityIds);
    // A message to the channel's own account has no identity id.
    add('identity', ({ identityId, channelId }) => ids.has(identityId ?? channelId));
  }
  if (firstMessages !== null)
    add('firstMessages', ({ number }) => number !== undefined && number <= firstMessages);
  if (hours)
    add('hours', ({ writtenAt }) => isWithinHours(hours.hours, writtenAt) === (hours.is === 'inside'));
  if (templateIds.length > 0) {
    const ids = new Set(templateIds);
    add('template', ({ templateId }) => Boolean(templateId && ids.has(templateId)));
  }
  if (contact.length > 0) {
    const rules = contact.map(contactCheck);
    add('contact', (message) => rules.every((holds) => holds(message.contact ?? {})));
  }
  if (keywords) checks.push(['keywords', keywordCheck(keywords, compile)]);
  return checks;
}

function keywordCheck(
  keywords: NonNullable<SmartRouteContent['conditions']['keywords']>,
  compile: CompilePattern,
): Check {
  try {
    const find = compileKeywords(keywords, compile);
    return (_, text) => text && find(text);
  } catch {
    return () => null;
  }
}

function contactCheck({ field, is, value }: SmartRouteContactRule) {
  const wanted = foldedText(value).text;
  return (contact: Readonly<Record<string, string | null>>): boolean => {
    const known = foldedText(contact[field] ?? '').text;
    switch (is) {
      case 'is':
        return known === wanted;
      case 'isNot':
        return known !== wanted;
      case 'contains':
        return wanted !== '' && known.includes(wanted);
      case 'empty':
        return known === '';
    }
  };
}
