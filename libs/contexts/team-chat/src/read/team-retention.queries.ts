import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';

/** A chat whose retention period has passed. */
export interface ExpiredTeamChat {
  id: string;
  customerId: string;
  afterDays: number;
}

/**
 * Maximum retention period in days, about 1,000 years: longer periods may leave the range of PostgreSQL's timestamps.
 */
const MAX_DAYS = 365_000;

/** Finds team chats that had no entry for their organisation's retention period. */
@Injectable()
export class TeamRetentionQueries {
  constructor(private readonly database: Database) {}

  /**
   * A page of chats whose retention period has passed.
   * @param after id after which the page begins; null for the first page
   * @param most maximum number of chats
   * @param only id of a single chat to check; null for all chats
   */
  async expired(
    now: string,
    { after = null, most, only = null }: { after?: string | null; most: number; only?: string | null },
  ): Promise<ExpiredTeamChat[]> {
    const { rows } = await this.database.query<{ id: string; customer_id: string; days: number }>(
      `select c.id, c.customer_id, o.retention_days as days
         from team_chat.organisation o join team_chat.chat c on c.customer_id = o.customer_id
         left join lateral (select e.created_at from team_chat.entry e
                             where e.chat_id = c.id order by e.position desc limit 1) last on true
        where o.retention_days is not null
          and coalesce(last.created_at, c.created_at)
              < $1::timestamptz - make_interval(hours => 24 * least(o.retention_days, ${MAX_DAYS}))
          and ($2::uuid is null or c.id > $2) and ($4::uuid is null or c.id = $4)
        order by c.id limit $3`,
      [now, after, most, only],
    );
    return rows.map(({ id, customer_id, days }) => ({ id, customerId: customer_id, afterDays: days }));
  }

  /** Storage paths of the files of a chat. */
  async filesOf(customerId: string, chatId: string): Promise<string[]> {
    const { rows } = await this.database.query<{ path: string }>(
      `select file ->> 'path' as path from team_thread.entry e, jsonb_array_elements(e.attachments) file
        where e.customer_id = $1 and e.chat_id = $2`,
      [customerId, chatId],
    );
    return rows.map(({ path }) => path);
  }
}
