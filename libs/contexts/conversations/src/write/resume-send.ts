import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { idOf } from '@parley/contracts/events';
import { topics, type OutboundMessage } from '@parley/contracts/topics';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { Bus } from '@parley/platform/bus/bus';
import { message } from '../domain/message';
import { RESUME_SEND } from '../domain/deferred-send';

/** Publishes a deferred message to the worker again. */
@Injectable()
export class ResumeSend implements DueCommand {
  readonly name = RESUME_SEND;

  constructor(
    private readonly aggregates: Aggregates,
    private readonly bus: Bus,
  ) {}

  async issue({ stream, customerId }: Due): Promise<void> {
    const messageId = idOf(stream);
    const { state } = await this.aggregates.load(message, 'message', messageId, customerId);
    if (state.sending !== 'waiting' || !state.written) return;
    const outbound: OutboundMessage = { customerId, messageId, attempt: state.attempt + 1 };
    await this.bus.publish(state.written.broadcastId ? topics.broadcast : topics.outbound, [
      {
        key: state.written.conversationId,
        id: uuidV5(`${stream}/${outbound.attempt}`, customerId),
        value: Buffer.from(JSON.stringify(outbound)),
        headers: {},
      },
    ]);
  }
}
