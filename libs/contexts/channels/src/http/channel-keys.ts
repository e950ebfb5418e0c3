import { Injectable } from '@nestjs/common';
import type { Provider } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { ChannelQueries, type Channel } from '../read/channels.queries';
import { orUnavailable } from './unavailable';

/** Channels and their secrets for webhooks, cached because providers expect an answer within a quarter of a second. */
@Injectable()
export class ChannelKeys {
  constructor(private readonly channels: ChannelQueries) {}

  /**
   * @throws NotFound if the channel is unknown, disconnected, or belongs to another provider
   * @throws CodedError `unavailable` if the database does not answer
   */
  async channel(id: string, provider: Provider): Promise<Channel> {
    const channel = await orUnavailable('database', this.channels.cached(id));
    if (channel?.provider !== provider || !channel.isConnected) throw new NotFound();
    return channel;
  }

  /** @throws CodedError `unavailable` if database or secrets cannot be read */
  secret({ id, customerId }: Channel, name: string): Promise<string | null> {
    return orUnavailable('secrets', this.channels.cachedSecret(customerId, id, name));
  }
}
