import { Controller, Get } from '@nestjs/common';
import type { SeenSitesResponse } from '@parley/contracts/api/web-chat';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { SeenSites } from './seen-sites';

/** Sites on which a web chat was seen, for administrators. */
@Controller('api/v3/channels/:id/sites')
export class WebChatSitesController {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly seen: SeenSites,
  ) {}

  @Get()
  @Requires('channels:update')
  async sites(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<SeenSitesResponse> {
    await this.channels.one(me, id);
    return { data: await this.seen.of(me.customerId, id) };
  }
}
