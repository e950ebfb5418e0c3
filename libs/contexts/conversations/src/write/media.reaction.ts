import { Injectable } from '@nestjs/common';
import { idOf, type MessageAsset, type MessageEvent, type RecordedEvent } from '@parley/contracts/events';
import { topics, type InboundMedia } from '@parley/contracts/topics';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Bus } from '@parley/platform/bus/bus';
import { CORRELATION_HEADER } from '@parley/platform/telemetry/correlation';

/**
 * Makes the worker download the files of received messages. The topic is separate, so that a slow file delays no
 * text.
 */
@Injectable()
export class MediaReaction implements Reaction {
  readonly name = 'media';
  readonly prefixes = ['message-'];
  readonly types = ['MessageReceived', 'MessageEchoed', 'MessageQueued', 'MessageEdited'];

  constructor(private readonly bus: Bus) {}

  select(events: RecordedEvent[]): RecordedEvent[] {
    return events.filter((event) => awaitedBy(event).length > 0);
  }

  async react(event: RecordedEvent): Promise<void> {
    const awaited = awaitedBy(event);
    if (awaited.length === 0) return;
    const messageId = idOf(event.stream);
    const { customerId } = event;
    await this.bus.publish(
      topics.media,
      awaited.map(({ assetId }) => {
        const media: InboundMedia = { customerId, messageId, assetId };
        return {
          key: messageId,
          id: `${event.id}/${assetId}`,
          value: Buffer.from(JSON.stringify(media)),
          headers: { [CORRELATION_HEADER]: event.correlationId },
        };
      }),
    );
  }
}

/**
 * The files to download: those without a storage path. Files that agents send are stored already; an edit may add a
 * file.
 */
function awaitedBy(recorded: RecordedEvent): MessageAsset[] {
  const { data } = recorded as RecordedEvent & MessageEvent;
  if (!('personal' in data) || !data.personal || !('content' in data.personal)) return [];
  const { content } = data.personal;
  return content.type === 'asset' ? content.assets.filter(({ path }) => !path) : [];
}
