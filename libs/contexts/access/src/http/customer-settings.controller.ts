import { Body, Controller, Get, Patch, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { CustomerSettingsResponse } from '@parley/contracts/api/customer-settings';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';
import { ChangeCustomerSettings } from '../write/change-customer-settings';

const CACHED_SECONDS = 300;

@Controller('api/v3/customer-settings')
@Requires('customerSettings:read')
export class CustomerSettingsController {
  constructor(
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly changing: ChangeCustomerSettings,
  ) {}

  @Get()
  settings(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerSettingsResponse & Fresh> {
    // Programs may cache the settings for this time (specification, section 9). Browsers get changes pushed and then
    // read the settings again immediately, so they must not cache them.
    if (me.apiKeyId && !minPosition)
      response.setHeader('Cache-Control', `private, max-age=${CACHED_SECONDS}`);
    return this.views.read(accessView.name, minPosition, async () => {
      const [settings, users] = await Promise.all([
        this.access.customerSettings(me.customerId),
        this.access.seatsTaken(me.customerId),
      ]);
      const { openAiApiKey: key } = settings;
      return { settings: { ...settings, openAiApiKey: key && { lastFour: key.lastFour } }, use: { users } };
    });
  }

  /**
   * Changes settings. The body is a map with any names, because forbidden names get a code of their own in the
   * response: 403 `setting_not_editable`.
   */
  @Patch('from-map')
  @Requires('customerSettings:update')
  async change(
    @CurrentPrincipal() me: Principal,
    @Body() map: Record<string, unknown> = {},
  ): Promise<CommandResponse> {
    const position = await this.changing.change(map, requestedNow(me));
    if (position === null) throw new NotFound();
    return { position };
  }
}
