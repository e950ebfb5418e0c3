import { Injectable, Logger } from '@nestjs/common';
import type { Person } from '@parley/channels/adapters/adapter';
import { adapterOf } from '@parley/channels/adapters/registry';
import { ChannelQueries, type Channel } from '@parley/channels/read/channels.queries';
import { inspectFile, servedType } from '@parley/platform/storage/inspect-file';
import { ContactPictures, type Picture } from './contact-pictures';

/** Maximum number of concurrent fetches per process, so that enough bandwidth is left for messages. */
const MAX_AT_ONCE = 2;
/** Minimum time in ms between two checks of one contact by a process. */
const ASK_AGAIN_MS = 3_600_000;
const MAX_CACHED = 10_000;
/** Maximum size of a fetched file. The inbox shows pictures at 44 pixels, so larger files are not needed. */
const MAX_BYTES = 512 * 1024;
const SHOWN = ['image/jpeg', 'image/png', 'image/webp'];

/** Fetches the profile pictures of contacts who write, in the background. A later message retries a failed fetch. */
@Injectable()
export class PictureFetcher {
  private readonly logger = new Logger('worker/pictures');
  /** Time in ms at which this process last checked each contact, by contact id. */
  private readonly asked = new Map<string, number>();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly channels: ChannelQueries,
    private readonly pictures: ContactPictures,
  ) {}

  /** Starts a fetch for a contact who has written, unless the process is busy or checked them within the hour. */
  note(person: Person, contactId: string, channel: Channel): void {
    if (!adapterOf(channel.provider).pictureOf || this.running.size >= MAX_AT_ONCE) return;
    const now = Date.now();
    if ((this.asked.get(contactId) ?? 0) > now - ASK_AGAIN_MS) return;
    if (this.asked.size >= MAX_CACHED) this.asked.clear();
    this.asked.set(contactId, now);
    const fetching = this.fetch(person, contactId, channel).catch((error: unknown) =>
      this.logger.warn(`A picture on channel ${channel.id} was not fetched: ${String(error)}`),
    );
    this.running.add(fetching);
    void fetching.finally(() => this.running.delete(fetching));
  }

  /** Resolves once every running fetch has ended. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private async fetch(person: Person, contactId: string, channel: Channel): Promise<void> {
    if (!(await this.pictures.isDue(contactId))) return;
    const connection = await this.channels.connection(channel.customerId, channel);
    const result = await adapterOf(channel.provider).pictureOf?.(person, connection, MAX_BYTES);
    if (result?.outcome === 'failed' && result.retryable) return;
    const picture = result?.outcome === 'fetched' ? pictureIn(result) : null;
    await this.pictures.keep(channel.customerId, contactId, picture);
  }
}

/**
 * The picture with the type that its bytes have; null if they are no JPEG, PNG or WebP image, whatever type the
 * provider states.
 */
function pictureIn({ body, contentType: told }: Picture): Picture | null {
  const contentType = servedType(body, told).split(';')[0]!.trim();
  if (!SHOWN.includes(contentType) || inspectFile(body, contentType) !== null) return null;
  return { contentType, body };
}
