import { Controller, Get, Query } from '@nestjs/common';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { channelsView } from '../read/channels.projector';
import { ChannelQueries } from '../read/channels.queries';

@Controller('api/v3/channels')
@Requires('channels:read')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly views: Views,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: ChannelResponse[] } & Fresh> {
    return this.views.read(channelsView.name, minPosition, async () => ({
      data: await this.channels.list(me),
    }));
  }

  @Get(':id')
  one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ChannelResponse> {
    return this.channels.one(me, id);
  }
}
