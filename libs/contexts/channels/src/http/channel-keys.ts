import { Injectable } from '@nestjs/common';
import type { Provider } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { ChannelQueries, type Channel } from '../read/channels.queries';
import { orUnavailable } from './unavailable';

/** A changed secret is heeded after this long. */
const KEEP_MS = 10_000;

/** Kept channels, so that a flood of webhooks for made-up ones cannot fill the memory. */
const MAX_KEPT = 10_000;

interface Kept {
  channel: Channel;
  secrets: Map<string, Promise<string | null>>;
  until: number;
}

/** Channels and their secrets, kept for a moment: providers expect an answer within a quarter of a second. */
@Injectable()
export class ChannelKeys {
  private readonly kept = new Map<string, Kept>();
  /** Who asks while one is being read shares the answer. */
  private readonly loading = new Map<string, Promise<Kept | null>>();

  constructor(private readonly channels: ChannelQueries) {}

  /**
   * @throws NotFound for a channel that is unknown, disconnected, or another provider's
   * @throws CodedError `unavailable`
   */
  async channel(id: string, provider: Provider): Promise<Channel> {
    const kept = await orUnavailable('database', this.load(id));
    if (kept?.channel.provider !== provider || !kept.channel.isConnected) throw new NotFound();
    return kept.channel;
  }

  /** @throws CodedError `unavailable` */
  async secret({ id, customerId }: Channel, name: string): Promise<string | null> {
    const kept = await orUnavailable('database', this.load(id));
    const known = kept?.secrets.get(name);
    if (known) return orUnavailable('secrets', known);
    const asked = this.channels.secret(customerId, id, name);
    kept?.secrets.set(name, asked);
    asked.catch(() => kept?.secrets.delete(name));
    return orUnavailable('secrets', asked);
  }

  private load(id: string): Promise<Kept | null> {
    const known = this.kept.get(id);
    if (known && known.until > Date.now()) return Promise.resolve(known);
    let loading = this.loading.get(id);
    if (!loading) {
      loading = this.read(id).finally(() => this.loading.delete(id));
      this.loading.set(id, loading);
    }
    return loading;
  }

  private async read(id: string): Promise<Kept | null> {
    const channel = await this.channels.forIngress(id);
    if (!channel) return null;
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    const kept: Kept = { channel, secrets: new Map(), until: Date.now() + KEEP_MS };
    this.kept.set(id, kept);
    return kept;
  }
}
