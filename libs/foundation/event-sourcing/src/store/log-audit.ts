import type { CategoryTallies } from './tally';

/** Part of the log: the events after the position `after`, up to and including `upTo`. */
export interface Span {
  after: string;
  upTo: string;
}

/**
 * Reads the log without a subscription, to check the events that subscriptions delivered. `upTo` has to be a position
 * that a subscription has reached. Waits for appends in progress whose events may still appear in the span.
 */
export abstract class LogAudit {
  /**
   * Counts the events of a span by category.
   * @param signal rejects the promise when it aborts
   */
  abstract tally(span: Span, signal?: AbortSignal): Promise<CategoryTallies>;

  /** Positions of the first `max` events of a span whose stream names begin with one of `prefixes`, in order. */
  abstract positions(span: Span, options: { prefixes: readonly string[]; max: number }): Promise<string[]>;
}
