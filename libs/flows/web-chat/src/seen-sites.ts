import { Injectable, Logger } from '@nestjs/common';
import type { Channel } from '@parley/channels/read/channels.queries';
import type { SeenSite } from '@parley/contracts/api/web-chat';
import { Database } from '@parley/platform/database/database';

/** Minimum time in ms between two records of a site by a process. */
const NOTE_EVERY_MS = 60_000;
const MAX_CACHED = 10_000;
/**
 * Maximum number of sites per channel: if a channel allows `https://*.shop.example`, a client can invent any number
 * of sites.
 */
const MAX_KEPT = 100;

/**
 * The sites on which a web chat was seen, each with the last time. The table is unlogged, so a crash of the database
 * empties it.
 */
@Injectable()
export class SeenSites {
  private readonly logger = new Logger('web-chat');
  private readonly noted = new Map<string, number>();
  /**
   * The last pending write. Writes run one after the other: concurrent writes would not see each other's rows, and
   * keep too many.
   */
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {}

  /** Records in the background that the web chat was seen on a site. */
  note({ id, customerId }: Pick<Channel, 'id' | 'customerId'>, origin: string): void {
    const key = `${id} ${origin}`;
    const now = Date.now();
    if ((this.noted.get(key) ?? 0) > now - NOTE_EVERY_MS) return;
    if (this.noted.size >= MAX_CACHED) this.noted.clear();
    this.noted.set(key, now);
    this.writing = this.writing.then(async () => {
      try {
        await this.write(id, customerId, origin);
      } catch (error) {
        this.logger.warn(`A site was not noted: ${String(error)}`);
      }
    });
  }

  private write(channelId: string, customerId: string, origin: string): Promise<unknown> {
    return this.database.query(
      `with noted as (
         insert into parley.web_chat_site as s (channel_id, origin, customer_id, seen_at) values ($1, $2, $3, now())
         on conflict (channel_id, origin) do update set seen_at = greatest(s.seen_at, excluded.seen_at)
       )
       delete from parley.web_chat_site where channel_id = $1 and origin in (
         select origin from parley.web_chat_site where channel_id = $1 and origin <> $2
          order by seen_at desc offset $4 - 1)`,
      [channelId, origin, customerId, MAX_KEPT],
    );
  }

  /** The sites of a channel, most recently seen first. */
  async of(customerId: string, channelId: string): Promise<SeenSite[]> {
    const { rows } = await this.database.query<{ origin: string; seen_at: Date }>(
      `select origin, seen_at from parley.web_chat_site where customer_id = $1 and channel_id = $2
        order by seen_at desc limit 20`,
      [customerId, channelId],
    );
    return rows.map(({ origin, seen_at }) => ({ origin, seenAt: new Date(seen_at).toISOString() }));
  }
}
