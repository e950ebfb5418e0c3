import type { BusinessHours } from './channel.events';
import type { Fact } from './event';
import type { SettingFacts } from './facts';

export const keywordMatches = ['any', 'all'] as const;
export type KeywordMatch = (typeof keywordMatches)[number];

export const keywordKinds = ['word', 'contains', 'exact', 'regex'] as const;
/** How a keyword matches: as a whole word, anywhere in the text, as the whole text, or as a regular expression. */
export type KeywordKind = (typeof keywordKinds)[number];

export interface SmartRouteKeywords {
  /** Each entry is one keyword; a comma in it is part of the keyword. */
  words: string[];
  match: KeywordMatch;
  by: KeywordKind;
}

export const contactComparisons = ['is', 'isNot', 'contains', 'empty'] as const;
export type ContactComparison = (typeof contactComparisons)[number];

export interface SmartRouteContactRule {
  /** A field of contacts, or the id of a custom attribute. */
  field: string;
  is: ContactComparison;
  /** Empty if `is` is `empty`. */
  value: string;
}

/** Hours inside or outside which the message must have been written, by its own time in the time zone of `hours`. */
export interface SmartRouteHours {
  is: 'inside' | 'outside';
  hours: BusinessHours;
}

/** A message must meet all conditions that are set. */
export interface SmartRouteConditions {
  /** The message came through one of these channels; empty: any channel. */
  channelIds: string[];
  /** The message was sent to one of these senders of a channel; empty: any sender. */
  identityIds: string[];
  keywords: SmartRouteKeywords | null;
  /**
   * The message is among the first `firstMessages` of the contact since the conversation was opened; null: any
   * message.
   */
  firstMessages: number | null;
  contact: SmartRouteContactRule[];
  /** The message replies to one of these templates; empty: no condition. */
  templateIds: string[];
  hours: SmartRouteHours | null;
}

export const sharingOrders = ['turn', 'fewest'] as const;
/**
 * `turn`: the agent who has waited longest for a conversation (round robin); `fewest`: the agent with the fewest open
 * ones.
 */
export type SharingOrder = (typeof sharingOrders)[number];

/**
 * How a team distributes conversations among its agents. A conversation for which no agent is free waits with the
 * team.
 */
export interface RouteSharing {
  by: SharingOrder;
  /** Agents with this number of open conversations get no further conversation; null: no limit. */
  cap: number | null;
  /** Whether only agents get conversations whose status is available and who have a window open. */
  onlyAvailable: boolean;
  /** Whether the agent who last had the conversation gets it, if the other settings allow it. */
  lastAgentFirst: boolean;
  /** Whether the conversations of an agent who goes offline are given to other agents. */
  reassignsOffline: boolean;
}

export interface SmartRouteActions {
  userId: string | null;
  /** Null if `userId` is set. */
  teamId: string | null;
  /** Only together with `teamId`; null: the conversation belongs to the whole team. */
  sharing: RouteSharing | null;
  addTagIds: string[];
  removeTagIds: string[];
  addLabelIds: string[];
  removeLabelIds: string[];
  addListIds: string[];
  removeListIds: string[];
  /** Sets or removes the contact's high priority; null: leaves it unchanged. */
  highPriority: boolean | null;
}

/** A rule: if a contact's message meets the conditions, the actions are applied. */
export interface SmartRouteContent {
  title: string;
  isOn: boolean;
  conditions: SmartRouteConditions;
  actions: SmartRouteActions;
}

/** A rule's versions are numbered from 1, its creation. */
export type SmartRouteEvent =
  | Fact<'SmartRouteCreated', SmartRouteContent>
  /**
   * The whole rule in its new version. `restores`: the earlier version from which it was copied; null if there is
   * none.
   */
  | Fact<'SmartRouteRevised', SmartRouteContent & { restores: number | null }>
  | Fact<'SmartRouteDeleted', Record<string, never>>;

export const smartRouteFacts: SettingFacts<SmartRouteEvent, 'smartRoute'> = {
  category: 'smartRoute',
  isSetting: true,
  upcasters: {
    SmartRouteCreated: [unshared],
    SmartRouteRevised: [unshared],
    SmartRouteDeleted: [],
  },
};

/** Rules of the first schema version assigned conversations only to whole teams. */
function unshared(data: unknown): unknown {
  const { actions, ...content } = data as SmartRouteContent;
  return { ...content, actions: { ...actions, sharing: null } };
}

/**
 * Order in which an organisation's rules are evaluated; one stream per organisation. Rules that are not listed follow
 * by age.
 */
export type SmartRouteOrderEvent = Fact<'SmartRoutesOrdered', { routeIds: string[] }>;

export const smartRouteOrderFacts: SettingFacts<SmartRouteOrderEvent, 'smartRouteOrder'> = {
  category: 'smartRouteOrder',
  isSetting: true,
  upcasters: { SmartRoutesOrdered: [] },
};

export const routeConditions = [
  'channel',
  'identity',
  'keywords',
  'firstMessages',
  'contact',
  'template',
  'hours',
] as const;
export type RouteCondition = (typeof routeConditions)[number];

/**
 * Position of a found keyword: `keyword` is its index in the rule, `start` and `end` are offsets into the text in
 * UTF-16 units.
 */
export interface RouteHit {
  keyword: number;
  start: number;
  end: number;
}

export interface RouteMatch {
  routeId: string;
  version: number;
  conditions: RouteCondition[];
  hits: RouteHit[];
}

/** A rule that did not match, with the first condition that failed. */
export interface RouteMiss {
  routeId: string;
  version: number;
  failed: RouteCondition;
}

export const routeDeeds = [
  'user',
  'team',
  'agent',
  'tag',
  'untag',
  'label',
  'unlabel',
  'list',
  'unlist',
  'prioritise',
  'unprioritise',
] as const;

/**
 * An action of a rule. `id`: the user, team, tag, label or list; null for a priority. `agent`: the user to whom the
 * team gives the
 * conversation, null if the team has no free agent.
 */
export interface RouteDeed {
  routeId: string;
  what: (typeof routeDeeds)[number];
  id: string | null;
}

export const routeReasons = [
  'team_missing',
  'user_missing',
  'tag_missing',
  'label_missing',
  'list_missing',
  'assigned_by_hand',
  'conversation_closed',
  'nobody_available',
] as const;
export type RouteReason = (typeof routeReasons)[number];

export const shareReasons = ['turn', 'fewest', 'last'] as const;

/** The agent to whom a team gave a conversation, and the reason. */
export interface RouteShare {
  /** Id of the claim in the team's assignment pool; under one id the pool decides only once. */
  claim: string;
  routeId: string;
  version: number;
  teamId: string;
  /** Null: no agent was free, and the conversation waits. */
  userId: string | null;
  /** The reason: round robin, fewest open conversations, or last agent; null if `userId` is null. */
  by: (typeof shareReasons)[number] | null;
  /** Number of conversations that the agent had open before. */
  open: number;
  /** Maximum number of open conversations of the agent; null: no limit. */
  cap: number | null;
}

/** Result of routing one message: which rules matched, which actions were applied, and which were skipped and why. */
export interface RoutingDecision {
  messageId: string;
  /** Position of the message in the log. */
  position: string;
  /** Number of rules that were switched on. */
  checked: number;
  matched: RouteMatch[];
  missed: RouteMiss[];
  /**
   * Present if the step limit of the keyword search was reached: keywords of later rules were not searched for, or
   * only in part.
   */
  isCutShort?: true;
  done: RouteDeed[];
  left: (RouteDeed & { reason: RouteReason })[];
  /** Decision of the team's assignment pool; null if the rule that assigns does not use a pool. */
  shared: RouteShare | null;
}
