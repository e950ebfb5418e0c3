import type { CategoryTallies } from './tally';

/** Part of the log: after one position, up to and including another. */
export interface Span {
  after: string;
  upTo: string;
}

/**
 * Reads the log itself rather than by a subscription, so that it can check what subscriptions brought. `upTo` is a
 * position up to which a subscription has come. Waits for appends under way whose events may yet appear in the span.
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
