import { Injectable, Logger } from '@nestjs/common';
import type { Channel } from '@parley/channels/read/channels.queries';
import type { SeenSite } from '@parley/contracts/api/web-chat';
import { Database } from '@parley/platform/database/database';

/** A process notes each site so often. */
const NOTE_EVERY_MS = 60_000;
const MOST_REMEMBERED = 10_000;
/** Of one channel: where `https://*.shop.example` is allowed, whoever asks may make names up. */
const MOST_KEPT = 100;

/** On which sites a web chat was last seen, and when. It is worth nothing after a crash. */
@Injectable()
export class SeenSites {
  private readonly logger = new Logger('web-chat');
  private readonly noted = new Map<string, number>();
  /** Writes follow each other: concurrent ones do not see each other's rows, and would keep too many. */
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {}

  /** Nobody waits for it. */
  note({ id, customerId }: Pick<Channel, 'id' | 'customerId'>, origin: string): void {
    const key = `${id} ${origin}`;
    const now = Date.now();
    if ((this.noted.get(key) ?? 0) > now - NOTE_EVERY_MS) return;
    if (this.noted.size >= MOST_REMEMBERED) this.noted.clear();
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
      [channelId, origin, customerId, MOST_KEPT],
    );
  }

  /** The one seen last first. */
  async of(customerId: string, channelId: string): Promise<SeenSite[]> {
    const { rows } = await this.database.query<{ origin: string; seen_at: Date }>(
      `select origin, seen_at from parley.web_chat_site where customer_id = $1 and channel_id = $2
        order by seen_at desc limit 20`,
      [customerId, channelId],
    );
    return rows.map(({ origin, seen_at }) => ({ origin, seenAt: new Date(seen_at).toISOString() }));
  }
}
