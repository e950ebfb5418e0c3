import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { TeamEvent } from '@parley/contracts/events';
import { Claims, type Claimable } from '@parley/event-sourcing/claims/claims';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { comparableName, team, type TeamCommand, type TeamState } from '../domain/team';
import { isMember, user } from '../domain/user';

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
  constructor(
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
  ) {}

  /** @throws Rejected `team_name_taken`, and what the team itself refuses */
  async execute(envelope: ToTeam): Promise<Result> {
    const { id, command, context } = envelope;
    const before = await this.aggregates.load(team, 'team', id, context.customerId);
    // What the team refuses claims no name.
    team.decide(command, before.state);
    await this.requireUsers(newMembers(command, before.state), context.customerId);
    const wanted = nameIn(command);
    if (wanted !== undefined) await this.claimName(wanted, id, context);
    const result = await this.aggregates.execute(team, 'team', envelope);
    const former = before.state.details.name;
    const isFree =
      command.type === 'Delete' || (wanted !== undefined && former !== result.state.details.name);
    if (isFree && former !== '' && !isSameName(former, wanted)) {
      await this.claims.release(teamName(former), id, context);
    }
    return result;
  }

  private async claimName(name: string, id: string, context: CommandContext): Promise<void> {
    const ownerId = await this.claims.claim(teamName(name), id, context);
    if (ownerId === id) return;
    const { state } = await this.aggregates.load(team, 'team', ownerId, context.customerId);
    const goesByIt = state.status !== 'deleted' && isSameName(state.details.name, name);
    if (goesByIt || state.status === 'missing') throw new Rejected('team_name_taken');
    // Left behind by a team that was renamed or deleted and could not say so.
    await this.claims.release(teamName(name), ownerId, context);
    if ((await this.claims.claim(teamName(name), id, again(context))) !== id) {
      throw new Rejected('team_name_taken');
    }
  }

  /** @throws NotFound unless all of them are users of this organisation */
  private async requireUsers(userIds: readonly string[], customerId: string): Promise<void> {
    for (const userId of userIds) {
      const { state } = await this.aggregates.load(user, 'user', userId, customerId);
      if (!isMember(state)) throw new NotFound();
    }
  }
}

/** The same command at its second try, whose events are not those of the first. */
function again(context: CommandContext): CommandContext {
  return { ...context, commandId: uuidV5('again', context.commandId) };
}

function nameIn(command: TeamCommand): string | undefined {
  if (command.type === 'Create') return command.name;
  return command.type === 'Change' ? command.details.name : undefined;
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

function teamName(name: string): Claimable {
  return { kind: 'team-name', value: comparableName(name) };
}

function isSameName(a: string, b: string | undefined): boolean {
  return b !== undefined && comparableName(a) === comparableName(b);
}
