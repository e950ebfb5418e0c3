import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '@parley/platform/database/database';
import type { SetAsideStream } from './set-aside';

export interface SetAsideRecord extends SetAsideStream {
  /** A UUID; a rebuild that quarantines the stream again assigns a new one. */
  id: string;
  at: Date;
}

/**
 * A quarantined stream with the views that skip it. `stream` null: the views skip all new events of the organisation.
 */
export interface SetAsideByViews {
  [column: string]: unknown;
  customerId: string;
  stream: string | null;
  views: string[];
}

/** An event that an operator made a view skip permanently. */
export interface SkippedEvent {
  view: string;
  eventId: string;
  customerId: string;
  stream: string;
  reason: string;
  at: Date;
}

/** Reads and removes the quarantined streams that wait for an operator, and the events that views skip. */
@Injectable()
export class SetAsideRecords {
  constructor(private readonly database: Database) {}

  /**
   * Quarantined streams of live views, not of rebuilds, oldest first.
   * @param customerId limits them to one organisation
   */
  list({ customerId, limit = 1000 }: { customerId?: string; limit?: number } = {}): Promise<
    SetAsideRecord[]
  > {
    return select(
      this.database,
      '($1::text is null or customer_id = $1) order by at, position, id limit $2',
      [customerId ?? null, limit],
    );
  }

  async find(id: string): Promise<SetAsideRecord | undefined> {
    const [found] = await select(this.database, 'id::text = $1', [id]);
    return found;
  }

  /**
   * Quarantined streams of live views, those quarantined longest first. A stream that several views skip is listed
   * once.
   * @returns at most `limit` streams, and the total number
   */
  async streams(limit: number): Promise<{ streams: SetAsideByViews[]; count: number }> {
    const { rows } = await this.database.query<SetAsideByViews & { count: number }>(
      `select customer_id as "customerId", stream, array_agg(view order by view) as views,
              count(*) over ()::float as count
         from parley.set_aside where ${OF_LIVE_VIEWS}
        group by customer_id, stream order by min(at), customer_id, stream limit $1`,
      [limit],
    );
    const streams = rows.map(({ customerId, stream, views }) => ({ customerId, stream, views }));
    return { streams, count: rows[0]?.count ?? 0 };
  }

  async count(): Promise<{ view: string; count: number }[]> {
    const { rows } = await this.database.query<{ view: string; count: number }>(
      `select view, count(*)::float as count from parley.set_aside where ${OF_LIVE_VIEWS} group by view`,
    );
    return rows;
  }

  /** Makes the view skip, from its next rebuild on, the event at which this stream was quarantined. */
  async skip({ view, eventId, customerId, stream, position }: SetAsideRecord, reason: string): Promise<void> {
    await this.database.query(
      `insert into parley.skipped_event (view, event_id, customer_id, stream, reason)
       values ($1, $2, $3, $4, $5) on conflict (view, event_id) do update set reason = excluded.reason`,
      [view, eventId, customerId, stream ?? `at ${position}`, reason],
    );
  }

  async skipped(): Promise<SkippedEvent[]> {
    const { rows } = await this.database.query<SkippedEvent & { [column: string]: unknown }>(
      `select view, event_id as "eventId", customer_id as "customerId", stream, reason, at
         from parley.skipped_event order by at, event_id`,
    );
    return rows;
  }
}

/** SQL condition that excludes rebuilds and verifications, whose schemas have these suffixes. */
const OF_LIVE_VIEWS = `view !~ '_(next|verify)$'`;

async function select(sql: Sql, condition: string, values: unknown[]): Promise<SetAsideRecord[]> {
  const { rows } = await sql.query<SetAsideRecord & { [column: string]: unknown }>(
    `select id, view, customer_id as "customerId", stream, position, event_id as "eventId", error, at
       from parley.set_aside where ${OF_LIVE_VIEWS} and ${condition}`,
    values,
  );
  return rows;
}
