import { Controller, Get, Query } from '@nestjs/common';
import type { PermissionsResponse } from '@parley/contracts/api/access';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Abilities } from '../domain/abilities';
import { withDefaults } from '../domain/user-settings';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';

@Controller('api/gateway/v1/auth')
export class PermissionsController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly abilities: Abilities,
  ) {}

  @Get('permissions')
  @Requires('auth:read')
  permissions(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<PermissionsResponse & Fresh> {
    return this.views.read(accessView.name, minPosition, async () => {
      const [profile, settings] = await Promise.all([
        this.access.profile(me.customerId, me.userId),
        this.access.customerSettings(me.customerId),
      ]);
      const { expandedTeamFilter, noticeEnabled, noticeText, clickablePhonePattern } = settings;
      return {
        user: { ...profile.user, settings: withDefaults(profile.user.settings) },
        customer: {
          ...profile.customer,
          expandedTeamFilter,
          notice: noticeEnabled ? noticeText : null,
          phonePattern: clickablePhonePattern || null,
        },
        ability: this.abilities.rulesOf(profile.user.role, settings),
      };
    });
  }
}
