import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ContactEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { contact, type ContactCommand, type ContactState } from '../domain/contact';

type Result = Executed<ContactState, ContactEvent>;

/** A command on its way to one contact. */
export class ToContact extends Command<Result> implements Envelope<ContactCommand> {
  constructor(
    readonly id: string,
    readonly command: ContactCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ToContact)
export class ContactHandler implements ICommandHandler<ToContact> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: ToContact): Promise<Result> {
    return this.aggregates.execute(contact, 'contact', envelope);
  }
}
