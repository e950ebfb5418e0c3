import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  idOf,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { InboxQueries } from '../read/inbox.queries';
import { inboxView } from '../read/inbox.projector';
import { ToConversation } from './conversation.handler';

type Reopening = RecordedEvent & (ConversationEvent | MessageEvent);

/**
 * A contact's message that whoever archived had not seen reopens the conversation, whichever of the two came first:
 * a message that finds it closed, and an archiving that overlooked a message.
 */
@Injectable()
export class ReopenReaction implements Reaction {
  readonly name = 'reopen';
  readonly prefixes = ['message-', 'conversation-'];

  constructor(
    private readonly commands: CommandBus,
    private readonly inbox: InboxQueries,
    private readonly views: Views,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as Reopening;
    if (event.type === 'MessageReceived') {
      await this.reopen(event.data.conversationId, event.position, event);
    } else if (event.type === 'ConversationArchived') {
      const id = idOf(event.stream);
      await this.views.catchUp(inboxView.name, event.position);
      const position = await this.inbox.lastInboundPosition(event.customerId, id);
      if (position !== null) await this.reopen(id, position, event);
    }
  }

  private async reopen(id: string, position: string, event: RecordedEvent): Promise<void> {
    // Not the time of what it follows: a message may come just before the archiving that overlooked it.
    const context = causedBy(event, this.name, new Date().toISOString());
    await this.commands.execute(new ToConversation(id, { type: 'ReopenForMessage', position }, context));
  }
}
