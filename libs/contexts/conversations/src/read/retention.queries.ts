import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import type { ConversationRow } from './inbox.rows';

/** A conversation that is kept no longer, with what it is sorted by. */
export interface ExpiredChat {
  id: string;
  entryTime: string;
}

/** What organisations keep for a time only. */
@Injectable()
export class RetentionQueries {
  constructor(private readonly database: Database) {}

  /** Organisations for which some conversations may come of age. */
  async organisations(): Promise<string[]> {
    const { rows } = await this.database.query<{ customer_id: string }>(
      'select customer_id from inbox.organisation where retention_days is not null order by customer_id',
    );
    return rows.map(({ customer_id }) => customer_id);
  }

  /**
   * Conversations in which nobody has written for as long as their organisation keeps them, oldest first: those after
   * `after`, at most `most`. What reached us late counts from when it came.
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

  /** After how many days a conversation is to go, if it is to by now; null if not. */
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

/** Whether nobody has written in conversation `c` for as long as its organisation, which is `$1`, keeps it. */
function isExpired(now: string): string {
  // As far back as PostgreSQL's calendar is sure to reach.
  const cutoff = `(select ${now}::timestamptz - make_interval(hours => 24 * least(retention_days, 365000))
                     from inbox.organisation where customer_id = $1)`;
  return `c.entry_time < ${cutoff} and coalesce(greatest(c.received_at, c.answered_at) < ${cutoff}, true)`;
}
