import { Controller, Get, Query } from '@nestjs/common';
import type { TeamResponse } from '@parley/contracts/api/access';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';

@Controller('api/v3/teams')
@Requires('teams:read')
export class TeamsController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: TeamResponse[] } & Fresh> {
    return this.views.read(accessView.name, minPosition, async () => ({
      data: await this.access.teams(me.customerId),
    }));
  }

  @Get(':id')
  one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<TeamResponse> {
    return this.access.team(me.customerId, id);
  }
}
