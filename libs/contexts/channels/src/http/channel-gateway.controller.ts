import { Controller, HttpCode, Post } from '@nestjs/common';
import type { MigrationResponse } from '@parley/contracts/api/channels';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { MigrateMessagebird } from '../write/migrate-messagebird';

/** Operations on all channels of an organisation (spec, section 7: gateway, version 2, no payload). */
@Controller('api/gateway/v2/channels')
export class ChannelGatewayController {
  constructor(private readonly migration: MigrateMessagebird) {}

  @Post('migrate-messagebird-channels')
  @HttpCode(200)
  @Requires('channels:update')
  migrate(@CurrentPrincipal() me: Principal): Promise<MigrationResponse> {
    return this.migration.migrate(me, requestedNow(me));
  }
}
