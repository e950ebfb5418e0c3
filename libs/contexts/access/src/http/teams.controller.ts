import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { TeamResponse } from '@parley/contracts/api/access';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { ListQuery, OneQuery } from '@parley/contracts/api/conversations.requests';
import { TeamPatch, TeamRequest } from '@parley/contracts/api/teams.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';
import { ToTeam } from '../write/team.handler';

@Controller('api/v3/teams')
@Requires('teams:read')
export class TeamsController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: ListQuery,
  ): Promise<{ data: TeamResponse[] } & Fresh> {
    return this.views.read(accessView.name, minPosition, async () => ({
      data: await this.access.teams(me.customerId),
    }));
  }

  @Get(':id')
  one(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: OneQuery,
  ): Promise<TeamResponse & Fresh> {
    return this.views.read(accessView.name, minPosition, () => this.access.team(me.customerId, id));
  }

  @Post()
  @Requires('teams:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() team: TeamRequest,
  ): Promise<CreatedResponse> {
    const command = new ToTeam(id, { type: 'Create', ...team }, requestedNow(me));
    return { id, ...(await carryOut(this.commands, command)) };
  }

  @Patch(':id')
  @Requires('teams:update')
  change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { userIds, ...details }: TeamPatch,
  ): Promise<CommandResponse> {
    return carryOut(this.commands, new ToTeam(id, { type: 'Change', details, userIds }, requestedNow(me)));
  }

  /** Deletes a team. A reaction in the conversations context unassigns the team's conversations. */
  @Delete(':id')
  @Requires('teams:delete')
  delete(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return carryOut(this.commands, new ToTeam(id, { type: 'Delete' }, requestedNow(me)));
  }
}
