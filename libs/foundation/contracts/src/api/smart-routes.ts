import type { ConversationShare } from '../events/conversation.events';
import type {
  RouteHit,
  RoutingDecision,
  SmartRouteActions,
  SmartRouteConditions,
  SmartRouteContent,
} from '../events/smart-route.events';

/** An object that a rule refers to and that no longer exists; this part of the rule has no effect. */
export interface MissingTarget {
  kind: 'user' | 'team' | 'tag' | 'label' | 'list' | 'channel';
  id: string;
}

export interface SmartRouteResponse extends SmartRouteContent {
  id: string;
  version: number;
  /** When the current version was made, and by whom; null if no user made it. */
  changedAt: string;
  changedBy: string | null;
  /** Number of messages that matched in the last 28 days. */
  matches: number;
  lastMatchAt: string | null;
  missing: MissingTarget[];
  /**
   * Id of a rule above that assigns every message that this rule could match, so this rule never assigns; null if
   * there is none.
   */
  hiddenBy: string | null;
  /** True: a pattern exceeds the size limit, so the rule matches nothing until the pattern is simplified. */
  isTooComplex: boolean;
}

export interface SmartRouteVersionResponse extends SmartRouteContent {
  version: number;
  at: string;
  by: string | null;
  /** The version from which this version was copied; null if there is none. */
  restores: number | null;
}

export interface SmartRouteUse {
  id: string;
  title: string;
}

/** GET /api/v3/messaging-chats/{id}/routing: routing decisions for its messages, newest first. */
export interface RoutingDecisionResponse extends Omit<RoutingDecision, 'position'> {
  at: string;
  /** The rules in the versions that were evaluated; deleted rules are marked. */
  rules: {
    id: string;
    version: number;
    title: string;
    conditions: SmartRouteConditions;
    actions: SmartRouteActions;
    isDeleted: boolean;
  }[];
  /** Later assignments by the team to which a rule gave the conversation, oldest first. */
  later: (Pick<ConversationShare, 'routeId' | 'userId' | 'by' | 'open' | 'cap' | 'cause'> & { at: string })[];
  /** The contact's text, for highlighting the hits; null if it was deleted or erased. */
  text: string | null;
}

export type { RouteHit };
