import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf, type ConversationEvent, type RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy, step } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { conversation, ToConversation } from '../domain/conversation';
import { ToMessage } from '../domain/message';

/**
 * Moves the messages of a conversation that was joined into another one, and moves them back when the join is undone.
 */
@Injectable()
export class JoinReaction implements Reaction {
  readonly name = 'join';
  readonly prefixes = ['conversation-'];
  readonly types = ['ConversationJoined', 'ConversationParted'];

  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & ConversationEvent;
    const id = idOf(event.stream);
    if (event.type === 'ConversationJoined') {
      const { into, messageIds } = event.data;
      if (await this.isThere(into, event)) await this.move(messageIds, { from: id, to: into }, event);
      // The target was deleted during the move, so the join is undone, which brings all messages back.
      if (!(await this.isThere(into, event))) await this.part(id, event);
    } else if (event.type === 'ConversationParted' && (await this.isThere(id, event))) {
      await this.move(event.data.messageIds, { from: event.data.from, to: id }, event);
    }
  }

  private async isThere(id: string, { customerId }: RecordedEvent): Promise<boolean> {
    const { state } = await this.aggregates.load(conversation, 'conversation', id, customerId);
    return state.status === 'open' || state.status === 'closed';
  }

  private async part(id: string, event: RecordedEvent): Promise<void> {
    const context = step(causedBy(event, this.name, event.time), 'part');
    try {
      await this.commands.execute(new ToConversation(id, { type: 'Part' }, context));
    } catch (error) {
      // This conversation was deleted, too, so there is nothing to undo.
      if (!(error instanceof NotFound)) throw error;
    }
  }

  private async move(
    messageIds: string[],
    place: { from: string; to: string },
    event: RecordedEvent,
  ): Promise<void> {
    const context = { ...causedBy(event, this.name, event.time), actor: event.actor };
    for (const messageId of messageIds) {
      try {
        const move = { type: 'Move', ...place, isAlone: false } as const;
        await this.commands.execute(new ToMessage(messageId, move, step(context, messageId)));
      } catch (error) {
        // A user has moved the message elsewhere since, so it stays in that conversation.
        const isElsewhere = error instanceof Rejected && error.code === 'message_moved';
        if (!isElsewhere && !(error instanceof NotFound)) throw error;
      }
    }
  }
}
