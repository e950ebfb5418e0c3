import { Controller, Get, Header } from '@nestjs/common';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type { StatusResponse } from '@parley/contracts/api/status';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { StatusWatch } from './status-watch';

/** Whether it is us, the provider or one's own network: what is late for everybody, and what is broken of one's own. */
@Controller('api/v3/status')
export class StatusController {
  constructor(
    private readonly watch: StatusWatch,
    private readonly channels: ChannelQueries,
  ) {}

  @Get()
  @Requires('status:read')
  @Header('Cache-Control', 'no-store')
  async status(@CurrentPrincipal() me: Principal): Promise<StatusResponse> {
    const look = this.watch.current(Date.now());
    return { ...look, brokenChannels: await this.channels.broken(me) };
  }
}
