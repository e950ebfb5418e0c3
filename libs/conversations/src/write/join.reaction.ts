import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf, type ConversationEvent, type RecordedEvent } from '@parley/contracts/events';
import { causedBy, step } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { ToMessage } from './message.handler';

/** Moves the messages of a conversation that was joined with another one, and back. */
@Injectable()
export class JoinReaction implements Reaction {
  readonly name = 'join';
  readonly prefixes = ['conversation-'];
  readonly types = ['ConversationJoined', 'ConversationParted'];

  constructor(private readonly commands: CommandBus) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & ConversationEvent;
    const id = idOf(event.stream);
    if (event.type === 'ConversationJoined') {
      await this.move(event.data.messageIds, { from: id, to: event.data.into }, event);
    } else if (event.type === 'ConversationParted') {
      await this.move(event.data.messageIds, { from: event.data.from, to: id }, event);
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
        // Somebody moved it elsewhere since: there it stays.
        if (!(error instanceof Rejected || error instanceof NotFound)) throw error;
      }
    }
  }
}
