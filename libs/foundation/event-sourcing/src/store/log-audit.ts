import type { CategoryTallies } from './tally';

/** Part of the log: after one position, up to and including another. */
export interface Span {
  after: string;
  upTo: string;
}

/**
 * Reads the log itself instead of a subscription, to check what subscriptions delivered. `upTo` has to be a position
 * that a subscription has reached. Waits for appends in progress whose events may still appear in the span.
 */
export abstract class LogAudit {
  /**
   * Counts the events of a span by category.
   * @param signal rejects the promise once it aborts
   */
  abstract tally(span: Span, signal?: AbortSignal): Promise<CategoryTallies>;

  /** Positions of the first `max` events of a span whose stream names begin with one of `prefixes`, in order. */
  abstract positions(span: Span, options: { prefixes: readonly string[]; max: number }): Promise<string[]>;
}
