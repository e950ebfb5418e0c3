import { Controller, HttpCode, Post } from '@nestjs/common';
import type { TemplateSyncResponse } from '@parley/contracts/api/templates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { SyncTemplates } from '@parley/templates/write/sync-templates';

/**
 * Serves a call at version 2 of the gateway, the path that the specification gives it; our own client calls it at
 * `api/v2`.
 */
@Controller('api/gateway/v2/channels')
export class GatewayController {
  constructor(private readonly templates: SyncTemplates) {}

  @Post('sync-whatsapp-templates')
  @HttpCode(200)
  @Requires('messageTemplatesManager:update')
  sync(@CurrentPrincipal() me: Principal): Promise<TemplateSyncResponse> {
    return this.templates.all(requestedNow(me));
  }
}
