import type { Database } from '@parley/platform/database/database';

/** An hour in which a view was compared with the log and differed from it; a rebuild of the view ends the record. */
export interface IncompleteHour {
  view: string;
  hour: Date;
  /** The events that differ lie after this position and up to `upTo`. */
  after: string;
  upTo: string;
  /**
   * Number of the view's events in the log (`logged`) and number that were delivered to the view (`folded`), over all
   * comparisons of this hour.
   */
  logged: number;
  folded: number;
  /** Positions of the events that differ, or of all events that may differ; at most 100. */
  candidates: string[];
}

/** Differences between views and the log that no rebuild has repaired yet. */
export class CompletenessRecords {
  /** @param views names of the views of this release; others are ignored, since a removed view is never rebuilt */
  constructor(
    private readonly database: Database,
    private readonly views: readonly string[],
  ) {}

  async incomplete(limit = 1_000): Promise<IncompleteHour[]> {
    const { rows } = await this.database.query<IncompleteHour & { [column: string]: unknown }>(
      `select view, hour, differs_after as after, differs_up_to as "upTo", logged::float, folded::float, candidates
         from parley.view_comparison where ${IS_OPEN} order by hour, view limit $2`,
      [this.views, limit],
    );
    return rows;
  }

  /** Number of hours with a difference, by view. */
  async count(): Promise<{ view: string; count: number }[]> {
    const { rows } = await this.database.query<{ view: string; count: number }>(
      `select view, count(*)::float as count from parley.view_comparison where ${IS_OPEN} group by view`,
      [this.views],
    );
    return rows;
  }
}

const IS_OPEN = 'view = any($1) and differs_after is not null and rebuilt_at is null';
