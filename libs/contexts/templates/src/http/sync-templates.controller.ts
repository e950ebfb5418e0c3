import { Controller, HttpCode, Post } from '@nestjs/common';
import type { TemplateSyncResponse } from '@parley/contracts/api/templates';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { SyncTemplates } from '../write/sync-templates';

/** Serves the gateway API, version 2 (specification, section 7). */
@Controller('api/v2/channels')
export class SyncTemplatesController {
  constructor(private readonly templates: SyncTemplates) {}

  /** Imports the templates that the providers of all channels have. */
  @Post('sync-whatsapp-templates')
  @HttpCode(200)
  @Requires('messageTemplatesManager:update')
  sync(@CurrentPrincipal() me: Principal): Promise<TemplateSyncResponse> {
    return this.templates.all(requestedNow(me));
  }
}
