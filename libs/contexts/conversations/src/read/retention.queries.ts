import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import type { ConversationRow } from './inbox.rows';

/** A conversation whose retention period has passed, with the key by which the results are sorted. */
export interface ExpiredChat {
  id: string;
  entryTime: string;
}

/** Finds conversations whose retention period has passed. */
@Injectable()
export class RetentionQueries {
  constructor(private readonly database: Database) {}

  /** Ids of the organisations that have a retention period. */
  async organisations(): Promise<string[]> {
    const { rows } = await this.database.query<{ customer_id: string }>(
      'select customer_id from inbox.organisation where retention_days is not null order by customer_id',
    );
    return rows.map(({ customer_id }) => customer_id);
  }

  /**
   * Conversations without a message for their organisation's retention period, oldest first: at most `most`,
   * beginning after `after`. A message that arrives late counts from its arrival.
   */
  async expired(
    { customerId, status }: { customerId: string; status: ConversationRow['status'] },
    now: string,
    { after, most }: { after: ExpiredChat | null; most: number },
  ): Promise<ExpiredChat[]> {
    const { rows } = await this.database.query<{ id: string; entry_time: string }>(
      `select c.id, c.entry_time::text from inbox.conversation c
        where c.customer_id = $1 and c.status = $2 and ${isExpired('$3')}
          and ($4::timestamptz is null or (c.entry_time, c.id) > ($4::timestamptz, $5::uuid))
        order by c.entry_time, c.id limit $6`,
      [customerId, status, now, after?.entryTime ?? null, after?.id ?? null, most],
    );
    return rows.map(({ id, entry_time: entryTime }) => ({ id, entryTime }));
  }

  /** The retention period in days if it has passed for a conversation; null otherwise. */
  async expiry(customerId: string, id: string, now: string): Promise<number | null> {
    const { rows } = await this.database.query<{ days: number }>(
      `select o.retention_days as days from inbox.conversation c
         join inbox.organisation o on o.customer_id = c.customer_id
        where c.customer_id = $1 and c.id = $2 and ${isExpired('$3')}`,
      [customerId, id, now],
    );
    return rows[0]?.days ?? null;
  }
}

/**
 * SQL condition: conversation `c` has had no message for the retention period of its organisation, whose id is `$1`.
 */
function isExpired(now: string): string {
  // Limits the period to 1,000 years, because a longer one may leave the range of PostgreSQL's timestamps.
  const cutoff = `(select ${now}::timestamptz - make_interval(hours => 24 * least(retention_days, 365000))
                     from inbox.organisation where customer_id = $1)`;
  return `c.entry_time < ${cutoff} and coalesce(greatest(c.received_at, c.answered_at) < ${cutoff}, true)`;
}
