import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf, type MessageEvent, type RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy, step } from '@parley/event-sourcing/decider/command';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { message, overtaken, ToMessage } from '../domain/message';

/**
 * Connects an outgoing message with the events that the provider reports under its own id for the message. Once the
 * provider's id is known, the stream with that id becomes an alias of the message, and the events that were waiting
 * in it are applied to the message.
 */
@Injectable()
export class AliasReaction implements Reaction {
  readonly name = 'alias';
  readonly prefixes = ['message-'];
  readonly types = ['MessageSent', 'MessageAliased'];
  /** Number of events to handle concurrently, so that their appends share one database commit. */
  readonly atOnce = 128;

  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & MessageEvent;
    const context = causedBy(event, this.name, event.time);
    if (event.type === 'MessageSent') {
      const messageId = idOf(event.stream);
      await this.commands.execute(
        new ToMessage(event.data.aliasId, { type: 'Alias', messageId }, context, true),
      );
    } else if (event.type === 'MessageAliased' && event.version > 0) {
      // Applies the events that arrived under the provider's id before it was known that the id belongs to an own
      // message.
      const { state } = await this.aggregates.load(message, 'message', idOf(event.stream), event.customerId);
      for (const [index, command] of overtaken(state).entries()) {
        await this.commands.execute(new ToMessage(event.data.messageId, command, step(context, index)));
      }
    }
  }
}
