import { Injectable } from '@nestjs/common';
import { idOf, type MessageEvent, type RecordedEvent } from '@parley/contracts/events';
import { topics, type OutboundMessage } from '@parley/contracts/topics';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Bus } from '@parley/platform/bus/bus';
import { CORRELATION_HEADER } from '@parley/platform/telemetry/correlation';

/** Publishes queued messages to the worker; those of one conversation in order. */
@Injectable()
export class OutboundReaction implements Reaction {
  readonly name = 'outbound';
  readonly prefixes = ['message-'];
  readonly types = ['MessageQueued'];
  /** Number of events to handle concurrently, so that their publications share one database commit. */
  readonly atOnce = 128;

  constructor(private readonly bus: Bus) {}

  laneOf(recorded: RecordedEvent): string {
    const event = recorded as RecordedEvent & MessageEvent;
    return event.type === 'MessageQueued' ? event.data.conversationId : event.stream;
  }

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & MessageEvent;
    if (event.type !== 'MessageQueued') return;
    const outbound: OutboundMessage = {
      customerId: event.customerId,
      messageId: idOf(event.stream),
      attempt: 1,
    };
    await this.bus.publish(event.data.broadcastId ? topics.broadcast : topics.outbound, [
      {
        key: event.data.conversationId,
        id: event.id,
        value: Buffer.from(JSON.stringify(outbound)),
        headers: { [CORRELATION_HEADER]: event.correlationId },
      },
    ]);
  }
}
