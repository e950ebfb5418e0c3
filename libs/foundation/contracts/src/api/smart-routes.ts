import type { ConversationShare } from '../events/conversation.events';
import type {
  RouteHit,
  RoutingDecision,
  SmartRouteActions,
  SmartRouteConditions,
  SmartRouteContent,
} from '../events/smart-route.events';

/** What of a rule is of no effect, since it is gone. */
export interface MissingTarget {
  kind: 'user' | 'team' | 'tag' | 'label' | 'list' | 'channel';
  id: string;
}

export interface SmartRouteResponse extends SmartRouteContent {
  id: string;
  version: number;
  /** When it came to say this, and who said so; null where nobody did. */
  changedAt: string;
  changedBy: string | null;
  /** Messages that matched in the last 28 days. */
  matches: number;
  lastMatchAt: string | null;
  missing: MissingTarget[];
  /** A rule above it that assigns every message that this one could: its own assignment is never reached. */
  hiddenBy: string | null;
  /** A pattern of it is larger than the bound on patterns, so the rule matches nothing until it is simplified. */
  isTooComplex: boolean;
}

export interface SmartRouteVersionResponse extends SmartRouteContent {
  version: number;
  at: string;
  by: string | null;
  /** The version that this one was taken from, if any. */
  restores: number | null;
}

/** Rules that name something. */
export interface SmartRouteUse {
  id: string;
  title: string;
}

/** GET /api/v3/messaging-chats/{id}/routing: what was made of its messages, newest first. */
export interface RoutingDecisionResponse extends Omit<RoutingDecision, 'position'> {
  at: string;
  /** The rules that are named, as they were; one that is deleted since is marked. */
  rules: {
    id: string;
    version: number;
    title: string;
    conditions: SmartRouteConditions;
    actions: SmartRouteActions;
    isDeleted: boolean;
  }[];
  /** What its team did later with what it left to it, oldest first. */
  later: (Pick<ConversationShare, 'routeId' | 'userId' | 'by' | 'open' | 'cap' | 'cause'> & { at: string })[];
  /** What the contact wrote, to mark the hits in; null where that is gone. */
  text: string | null;
}

export type { RouteHit };
