import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TeamEvent } from '@parley/contracts/events';
import { Claims, type Unique } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { comparableName, team, type TeamCommand, type TeamState } from '../domain/team';
import { isMember, user } from '../domain/user';

export class ToTeam extends CommandTo<TeamCommand, TeamState, TeamEvent> {}

/** Claims the name of a team within its organisation, in a normalised spelling. */
const uniqueTeam: Unique<TeamCommand, TeamState, TeamEvent> = {
  decider: team,
  category: 'team',
  goesBy: ({ status, details }) =>
    status === 'present'
      ? [{ kind: 'team-name', value: comparableName(details.name), taken: 'team_name_taken', field: 'name' }]
      : [],
  isGone: ({ status }) => status === 'deleted',
};

@CommandHandler(ToTeam)
export class TeamHandler implements ICommandHandler<ToTeam> {
  constructor(
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
  ) {}

  /** @throws Rejected `team_name_taken`, or a code of the rules of `team`; NotFound for unknown members */
  async execute(envelope: ToTeam): Promise<Executed<TeamState, TeamEvent>> {
    const { id, command, context } = envelope;
    const { state } = await this.aggregates.load(team, 'team', id, context.customerId);
    // Runs the decider first, so that a refused command loads no users.
    team.decide(command, state);
    await this.requireUsers(newMembers(command, state), context.customerId);
    return this.claims.execute(uniqueTeam, envelope);
  }

  /** @throws NotFound unless all of these users belong to the organisation */
  private async requireUsers(userIds: readonly string[], customerId: string): Promise<void> {
    for (const userId of userIds) {
      const { state } = await this.aggregates.load(user, 'user', userId, customerId);
      if (!isMember(state)) throw new NotFound();
    }
  }
}

function newMembers(command: TeamCommand, { members }: TeamState): readonly string[] {
  const wanted =
    command.type === 'AddMember'
      ? [command.userId]
      : command.type === 'Create' || command.type === 'Change'
        ? (command.userIds ?? [])
        : [];
  return wanted.filter((userId) => !members.includes(userId));
}
