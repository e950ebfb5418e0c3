import { Controller, Get, Query } from '@nestjs/common';
import type { IdentityResponse } from '@parley/contracts/api/channels';
import { ListQuery, OneQuery } from '@parley/contracts/api/conversations.requests';
import { Views } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { channelsView } from '../read/channels.projector';
import { ChannelQueries } from '../read/channels.queries';

/** The senders of all channels: the numbers, addresses and pages from which the organisation writes. */
@Controller('api/v3/identities')
export class IdentitiesController {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly views: Views,
  ) {}

  @Get()
  @Requires('channels:read')
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: ListQuery,
  ): Promise<{ data: IdentityResponse[] }> {
    return this.views.read(channelsView.name, minPosition, async () => ({
      data: await this.channels.identities(me),
    }));
  }

  @Get(':id')
  @Requires('channels:read')
  one(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: OneQuery,
  ): Promise<IdentityResponse> {
    return this.views.read(channelsView.name, minPosition, () => this.channels.identity(me, id));
  }
}
