import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { user, type UserCommand, type UserState } from '../domain/user';

/** A command for the user with this id. */
export class CommandUser implements Envelope<UserCommand> {
  constructor(
    readonly id: string,
    readonly command: UserCommand,
    readonly context: CommandContext,
  ) {}
}

@CommandHandler(CommandUser)
export class UserHandler implements ICommandHandler<CommandUser> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: CommandUser): Promise<Executed<UserState, UserEvent>> {
    return this.aggregates.execute(user, 'user', envelope);
  }
}
