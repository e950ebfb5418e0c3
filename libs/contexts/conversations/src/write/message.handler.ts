import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { MessageEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { message, type MessageCommand, type MessageState } from '../domain/message';

type Result = Executed<MessageState, MessageEvent>;

/** The command envelope for one message; the id may also be the alias stream of its provider's id. */
export class ToMessage extends CommandTo<MessageCommand, MessageState, MessageEvent> {}

@CommandHandler(ToMessage)
export class MessageHandler implements ICommandHandler<ToMessage> {
  constructor(private readonly aggregates: Aggregates) {}

  async execute(envelope: ToMessage): Promise<Result> {
    const executed = await this.aggregates.execute(message, 'message', envelope);
    const { aliasOf } = executed.state;
    if (!aliasOf || envelope.command.type === 'Alias') return executed;
    return this.aggregates.execute(message, 'message', { ...envelope, id: aliasOf });
  }
}
