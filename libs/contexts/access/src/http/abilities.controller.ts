import { Controller, Get, Query } from '@nestjs/common';
import type { AbilityResponse } from '@parley/contracts/api/access';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Abilities } from '../domain/abilities';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';

/** Returns the abilities of all roles, for administrators who assign roles. */
@Controller('api/v3/abilities')
@Requires('abilities:read')
export class AbilitiesController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly abilities: Abilities,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: AbilityResponse[] } & Fresh> {
    return this.views.read(accessView.name, minPosition, async () => ({
      data: this.abilities.matrix(await this.access.customerSettings(me.customerId)),
    }));
  }
}
