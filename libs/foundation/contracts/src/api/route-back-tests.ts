import type { RouteDeed, RouteHit } from '../events/smart-route.events';
import type { Job } from './jobs';

/** Kind of the job that evaluates routing rules for past messages. */
export const BACK_TEST = 'back-test';

/** Maximum period of a test in days. */
export const MAX_BACK_TEST_DAYS = 366;
/** Maximum number of messages in a test. */
export const MAX_BACK_TESTED = 1_000_000;

export const backTestOutcomes = ['new', 'lost', 'elsewhere', 'same'] as const;
/**
 * Compares the tested rules with the rules that were applied to a message at the time. `new`: only the tested rules
 * match. `lost`: only the rules of that time matched. `elsewhere`: both match, with different actions. `same`: both
 * match, with the same actions.
 */
export type BackTestOutcome = (typeof backTestOutcomes)[number];

/** Parameters of a job of the kind `BACK_TEST`. */
export interface AboutBackTest {
  /** Title of the draft; null: the current rules are tested. */
  title: string | null;
  from: string;
  to: string;
  /** Number of messages to test. */
  total: number;
}

/** GET /api/v3/smart-route-back-tests/{id} */
export interface BackTestResponse {
  id: string;
  job: Job;
  /** Number of contacts' messages in the period, in conversations that the caller may see. */
  total: number;
  /** Number of messages tested so far. */
  tested: number;
  /** Number of messages that cannot be tested, because their contact was erased. */
  skipped: number;
  counts: Record<BackTestOutcome, number>;
}

/** An action that a rule would take. */
export type RouteWish = Pick<RouteDeed, 'what' | 'id'>;

export interface BackTestRow {
  /** Number of the row in the order of the log. */
  place: number;
  messageId: string;
  conversationId: string;
  contactName: string | null;
  receivedAt: string;
  /** Text of the message; null if it was deleted since. */
  text: string | null;
  /** Positions of the keywords that the tested rules found. */
  hits: RouteHit[];
  /** Null: no rule matched. */
  then: RouteWish[] | null;
  now: RouteWish[] | null;
  /** True: a user had been assigned by hand, so the rules did not assign the conversation. */
  wasByHand: boolean;
}

/** GET /api/v3/smart-route-back-tests/{id}/rows */
export interface BackTestRowsResponse {
  data: BackTestRow[];
  /** Value of `from` for the next page; null on the last page. */
  next: number | null;
}
