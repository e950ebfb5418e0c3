import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { idOf } from '@parley/contracts/events';
import { topics, type OutboundMessage } from '@parley/contracts/topics';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { Bus } from '@parley/platform/bus/bus';
import { message } from '../domain/message';
import { LOOK_UP_SEND } from '../domain/unknown-send';

/** Makes the worker ask a provider whether it has a message whose outcome is unknown. */
@Injectable()
export class LookUpSend implements DueCommand {
  readonly name = LOOK_UP_SEND;

  constructor(
    private readonly aggregates: Aggregates,
    private readonly bus: Bus,
  ) {}

  async issue({ stream, customerId }: Due): Promise<void> {
    const messageId = idOf(stream);
    const { state } = await this.aggregates.load(message, 'message', messageId, customerId);
    const { sending, written, attempt, looks } = state;
    if (sending !== 'unknown' || looks === 0 || !written) return;
    const outbound: OutboundMessage = { customerId, messageId, attempt, look: looks };
    await this.bus.publish(topics.outbound, [
      {
        key: written.conversationId,
        id: uuidV5(`${stream}/${attempt}/look/${looks}`, customerId),
        value: Buffer.from(JSON.stringify(outbound)),
        headers: {},
      },
    ]);
  }
}
