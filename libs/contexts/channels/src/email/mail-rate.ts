import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import type { Channel } from '../read/channels.queries';

/** Limits the rate at which mailboxes send, across all processes. */
@Injectable()
export class MailRate {
  constructor(private readonly database: Database) {}

  /**
   * Reserves the next time at which a channel may send.
   * @param mostMs longest acceptable wait in ms
   * @returns milliseconds until then, 0 if the channel has no limit; null if the wait would exceed `mostMs`, and
   * nothing is reserved
   */
  async slot({ id, mailbox }: Channel, mostMs: number): Promise<number | null> {
    if (!mailbox?.mostPerMinute) return 0;
    const { rows } = await this.database.query<{ wait: number }>(
      `insert into parley.mailbox_rate as r (channel_id, next_at) values ($1, now() + $2 * interval '1 ms')
       on conflict (channel_id) do update set next_at = greatest(r.next_at, now()) + $2 * interval '1 ms'
         where r.next_at <= now() + $3 * interval '1 ms'
       returning greatest(0, extract(epoch from r.next_at - now()) * 1000 - $2)::float8 as wait`,
      [id, 60_000 / mailbox.mostPerMinute, mostMs],
    );
    return rows[0]?.wait ?? null;
  }
}
