import type { RouteDeed, RouteHit } from '../events/smart-route.events';
import type { Job } from './jobs';

/** The kind of job that asks rules about messages of the past. */
export const BACK_TEST = 'back-test';

/** The longest period that can be tested. */
export const LONGEST_BACK_TEST_DAYS = 366;
/** Messages that one test asks about at most. */
export const MOST_BACK_TESTED = 1_000_000;

export const backTestOutcomes = ['new', 'lost', 'elsewhere', 'same'] as const;
/**
 * What the tested rules make of a message, beside what was made of it then. `new`: only they match. `lost`: only those
 * of then did. `elsewhere`: both, to do something else. `same`: both, to do the same.
 */
export type BackTestOutcome = (typeof backTestOutcomes)[number];

/** What such a job says of itself. */
export interface AboutBackTest {
  /** The draft's title; null: the rules as they stand. */
  title: string | null;
  from: string;
  to: string;
  /** Messages that are tested. */
  total: number;
}

/** GET /api/v3/smart-route-back-tests/{id} */
export interface BackTestResponse {
  id: string;
  job: Job;
  /** Messages of contacts in the period, of conversations that whoever asks may see. */
  total: number;
  /** Those that the rules were asked about so far. */
  tested: number;
  /** Those about which they cannot be asked, since who wrote them was erased. */
  skipped: number;
  counts: Record<BackTestOutcome, number>;
}

/** What rules would do about a message. */
export type RouteWish = Pick<RouteDeed, 'what' | 'id'>;

export interface BackTestRow {
  /** In the order of the log. */
  place: number;
  messageId: string;
  conversationId: string;
  contactName: string | null;
  receivedAt: string;
  /** What was written; null where it was deleted since. */
  text: string | null;
  /** Where the tested rules found their keywords. */
  hits: RouteHit[];
  /** Null: no rule matched. */
  then: RouteWish[] | null;
  now: RouteWish[] | null;
  /** A person had it then: the rules left it alone. */
  wasByHand: boolean;
}

/** GET /api/v3/smart-route-back-tests/{id}/rows */
export interface BackTestRowsResponse {
  data: BackTestRow[];
  /** Names the next page as `from`; null on the last one. */
  next: number | null;
}
