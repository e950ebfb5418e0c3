import { Controller, Get } from '@nestjs/common';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ChannelQueries } from '../read/channels.queries';

@Controller('api/v3/channels')
@Requires('channels:read')
export class ChannelsController {
  constructor(private readonly channels: ChannelQueries) {}

  @Get()
  async list(@CurrentPrincipal() me: Principal): Promise<{ data: ChannelResponse[] }> {
    return { data: await this.channels.list(me) };
  }

  @Get(':id')
  one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ChannelResponse> {
    return this.channels.one(me, id);
  }
}
