import { Controller, Get } from '@nestjs/common';
import type { TeamResponse } from '@parley/contracts/api/access';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AccessQueries } from '../read/access.queries';

@Controller('api/v3/teams')
@Requires('teams:read')
export class TeamsController {
  constructor(private readonly access: AccessQueries) {}

  @Get()
  async list(@CurrentPrincipal() me: Principal): Promise<{ data: TeamResponse[] }> {
    return { data: await this.access.teams(me.customerId) };
  }

  @Get(':id')
  one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<TeamResponse> {
    return this.access.team(me.customerId, id);
  }
}
