import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Connection } from '@parley/channels/adapters/adapter';
import { adapterOf } from '@parley/channels/adapters/registry';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type { MessageAsset, Provider } from '@parley/contracts/events';
import { topics, type InboundMedia } from '@parley/contracts/topics';
import {
  message,
  type MessageCommand,
  type MessageState,
  ToMessage,
} from '@parley/conversations/domain/message';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { deliveredBy } from '@parley/event-sourcing/decider/command';
import type { DeliveredMessage } from '@parley/platform/bus/bus';
import { backoff, pause } from '@parley/platform/database/retry';
import { servedType } from '@parley/platform/storage/inspect-file';
import { newPath, Storage } from '@parley/platform/storage/storage';
import type { Consumer } from '@parley/platform/bus/consumer';

/** Maximum number of tries to fetch a file. */
const MAX_TRIES = 5;

/** Fetches the files of received messages from the provider and stores them. */
@Injectable()
export class MediaConsumer implements Consumer {
  readonly topic = topics.media;
  readonly group = 'media';
  private readonly logger = new Logger('worker/media');

  constructor(
    private readonly channels: ChannelQueries,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
    private readonly storage: Storage,
  ) {}

  async process(delivered: DeliveredMessage): Promise<void> {
    const { customerId, messageId, assetId } = JSON.parse(delivered.value.toString()) as InboundMedia;
    const { state } = await this.aggregates.load(message, 'message', messageId, customerId);
    const asset = assetsOf(state).find((known) => known.assetId === assetId);
    if (!asset || !state.written || state.settledAssets.includes(assetId)) return;
    const channel = await this.channels.forWorker(customerId, state.written.channelId);
    const connection = await this.channels.connectionForWorker(customerId, channel);
    const command = await this.fetch(channel.provider, asset, connection);
    const context = deliveredBy(delivered, { customerId, now: new Date().toISOString() });
    await this.commands.execute(new ToMessage(messageId, command, context));
  }

  private async fetch(
    provider: Provider,
    asset: MessageAsset,
    connection: Connection,
  ): Promise<MessageCommand> {
    const { assetId } = asset;
    for (let tries = 1; ; tries++) {
      const result = await adapterOf(provider).fetchMedia(asset, connection);
      if (result.outcome === 'fetched') {
        const { body, sha256 } = result;
        const contentType = servedType(body, result.contentType);
        const path = newPath();
        await this.storage.put(path, body, contentType);
        return { type: 'StoreAsset', assetId, path, contentType, size: body.length, sha256 };
      }
      if (!result.retryable || tries >= MAX_TRIES) {
        this.logger.warn(`File ${assetId} was not fetched: ${result.reason}.`);
        return { type: 'FailAsset', assetId, reason: result.reason };
      }
      await pause(backoff(tries + 2), new AbortController().signal);
    }
  }
}

/** The files of a message's original and of its last edit. */
function assetsOf({ written, said }: MessageState): MessageAsset[] {
  const contents = [said.edit?.data.personal?.content, written?.content];
  return contents.flatMap((content) => (content?.type === 'asset' ? content.assets : []));
}
