import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { user, type UserCommand, type UserState } from '../domain/user';

type Result = Executed<UserState, UserEvent>;

/** A command on its way to one user. */
export class ToUser extends Command<Result> implements Envelope<UserCommand> {
  constructor(
    readonly id: string,
    readonly command: UserCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ToUser)
export class UserHandler implements ICommandHandler<ToUser> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: ToUser): Promise<Result> {
    return this.aggregates.execute(user, 'user', envelope);
  }
}
