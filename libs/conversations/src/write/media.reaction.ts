import { Injectable } from '@nestjs/common';
import { idOf, type MessageEvent, type RecordedEvent } from '@parley/contracts/events';
import { topics, type InboundMedia } from '@parley/contracts/topics';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Bus } from '@parley/platform/bus/bus';

/** Has the files of received messages fetched, on a topic of its own so that a slow file holds up no text. */
@Injectable()
export class MediaReaction implements Reaction {
  readonly name = 'media';
  readonly prefixes = ['message-'];

  constructor(private readonly bus: Bus) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & MessageEvent;
    if (event.type !== 'MessageReceived' && event.type !== 'MessageEchoed') return;
    const content = event.data.personal?.content;
    if (content?.type !== 'asset') return;
    const messageId = idOf(event.stream);
    const { customerId } = event;
    const { channelId } = event.data;
    await this.bus.publish(
      topics.media,
      content.assets.map(({ assetId }) => {
        const media: InboundMedia = { customerId, channelId, messageId, assetId };
        return {
          key: messageId,
          id: `${event.id}/${assetId}`,
          value: Buffer.from(JSON.stringify(media)),
          headers: { 'correlation-id': event.correlationId },
        };
      }),
    );
  }
}
