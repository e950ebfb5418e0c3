import type { BusinessHours } from './channel.events';
import type { Fact } from './event';
import type { SettingFacts } from './facts';

export const keywordMatches = ['any', 'all'] as const;
export type KeywordMatch = (typeof keywordMatches)[number];

export const keywordKinds = ['word', 'contains', 'exact', 'regex'] as const;
/** How a keyword is looked for: as a whole word, anywhere, as all that was written, or as a regular expression. */
export type KeywordKind = (typeof keywordKinds)[number];

export interface SmartRouteKeywords {
  /** Each one whole: a comma belongs to it. */
  words: string[];
  match: KeywordMatch;
  by: KeywordKind;
}

export const contactComparisons = ['is', 'isNot', 'contains', 'empty'] as const;
export type ContactComparison = (typeof contactComparisons)[number];

/** What has to hold of the contact. */
export interface SmartRouteContactRule {
  /** A field of contacts, or the id of an attribute that the organisation made up. */
  field: string;
  is: ContactComparison;
  /** Empty for `empty`. */
  value: string;
}

/** When a message has to be written, by its own time on the clock of that zone. */
export interface SmartRouteHours {
  is: 'inside' | 'outside';
  hours: BusinessHours;
}

/** All that are given have to hold. */
export interface SmartRouteConditions {
  /** Of any of these channels; empty: of all. */
  channelIds: string[];
  /** To any of these senders of a channel; empty: to all. */
  identityIds: string[];
  keywords: SmartRouteKeywords | null;
  /** Among the contact's first so many messages since the conversation was opened; null: any message. */
  firstMessages: number | null;
  contact: SmartRouteContactRule[];
  /** It answers any of these templates; empty: whatever it answers. */
  templateIds: string[];
  hours: SmartRouteHours | null;
}

export const sharingOrders = ['turn', 'fewest'] as const;
/** To whoever got none for longest, or to whoever has fewest open. */
export type SharingOrder = (typeof sharingOrders)[number];

/** How a team's conversations are given to its agents. What finds nobody waits in the team. */
export interface RouteSharing {
  by: SharingOrder;
  /** Open conversations that an agent has at most for more to be given to them; null: however many. */
  cap: number | null;
  /** Only to those who say that they are available and have a window open. */
  onlyAvailable: boolean;
  /** To whoever had the conversation last, if they can have it. */
  lastAgentFirst: boolean;
  /** Conversations of whoever goes offline are given to others. */
  reassignsOffline: boolean;
}

export interface SmartRouteActions {
  userId: string | null;
  /** Not beside a user. */
  teamId: string | null;
  /** Of a team alone; null: its conversations belong to the whole team. */
  sharing: RouteSharing | null;
  addTagIds: string[];
  removeTagIds: string[];
  addLabelIds: string[];
  removeLabelIds: string[];
  addListIds: string[];
  removeListIds: string[];
  /** Whether the contact has high priority from then on; null: as it is. */
  highPriority: boolean | null;
}

/** A rule: if the conditions hold of a contact's message, this is done. */
export interface SmartRouteContent {
  title: string;
  isOn: boolean;
  conditions: SmartRouteConditions;
  actions: SmartRouteActions;
}

/** The versions of a rule are counted from 1, its creation. */
export type SmartRouteEvent =
  | Fact<'SmartRouteCreated', SmartRouteContent>
  /** The whole rule, as it is from then on. `restores`: the version that it was taken from, if any. */
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

/** Rules of the first version gave conversations to whole teams. */
function unshared(data: unknown): unknown {
  const { actions, ...content } = data as SmartRouteContent;
  return { ...content, actions: { ...actions, sharing: null } };
}

/** In which order an organisation's rules are judged: one stream for each organisation. Others follow by their age. */
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

/** Where a keyword was found: offsets into the text, in UTF-16 units. */
export interface RouteHit {
  keyword: number;
  start: number;
  end: number;
}

/** A rule that matched. */
export interface RouteMatch {
  routeId: string;
  version: number;
  conditions: RouteCondition[];
  hits: RouteHit[];
}

/** A rule that did not, and the first condition that did not hold. */
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
 * What a rule does. `id`: the user, team, tag, label or list; null for a priority. An `agent` is a user to whom the team
 * gives it, null where it had nobody.
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

/** Whom a team gave a conversation to, and why them. */
export interface RouteShare {
  /** Of the team's rota: under this id it was decided once. */
  claim: string;
  routeId: string;
  version: number;
  teamId: string;
  /** Null: nobody could have it, and it waits. */
  userId: string | null;
  /** It was their turn, they had fewest, or had it last; null where it is nobody's. */
  by: (typeof shareReasons)[number] | null;
  /** How many conversations they had open before it. */
  open: number;
  /** How many they may have; null: any number. */
  cap: number | null;
}

/** What was made of one message: what the rules said of it, what was done, and what was left and why. */
export interface RoutingDecision {
  messageId: string;
  /** Of the message. */
  position: string;
  /** Rules that were on. */
  checked: number;
  matched: RouteMatch[];
  missed: RouteMiss[];
  /** The steps for keywords were spent: keywords of later rules were not searched for, or not in full. */
  isCutShort?: true;
  done: RouteDeed[];
  left: (RouteDeed & { reason: RouteReason })[];
  /** Where the rule that assigns has a team share its conversations. */
  shared: RouteShare | null;
}
