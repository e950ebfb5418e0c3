import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TeamEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { team, type TeamCommand, type TeamState } from '../domain/team';
import { user } from '../domain/user';

type Result = Executed<TeamState, TeamEvent>;

/** A command on its way to one team. */
export class ToTeam extends Command<Result> implements Envelope<TeamCommand> {
  constructor(
    readonly id: string,
    readonly command: TeamCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ToTeam)
export class TeamHandler implements ICommandHandler<ToTeam> {
  constructor(private readonly aggregates: Aggregates) {}

  async execute(envelope: ToTeam): Promise<Result> {
    const { command, context } = envelope;
    if (command.type === 'AddMember') {
      const { state } = await this.aggregates.load(user, 'user', command.userId, context.customerId);
      if (!state.isAdded) throw new NotFound();
    }
    return this.aggregates.execute(team, 'team', envelope);
  }
}
