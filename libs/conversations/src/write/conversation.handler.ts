import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ConversationEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { conversation, type ConversationCommand, type ConversationState } from '../domain/conversation';

type Result = Executed<ConversationState, ConversationEvent>;

/** A command on its way to one conversation. */
export class ToConversation extends Command<Result> implements Envelope<ConversationCommand> {
  constructor(
    readonly id: string,
    readonly command: ConversationCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ToConversation)
export class ConversationHandler implements ICommandHandler<ToConversation> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: ToConversation): Promise<Result> {
    return this.aggregates.execute(conversation, 'conversation', envelope);
  }
}
