import { Controller, Get, Header } from '@nestjs/common';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type { IncompleteView, StatusResponse } from '@parley/contracts/api/status';
import { CompletenessRecords } from '@parley/event-sourcing/watch/completeness-records';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { StatusWatch } from './status-watch';

/**
 * The status page: delays of the product, and broken channels of the user's organisation. The page helps users to
 * distinguish these from faults of their own network.
 */
@Controller('api/v3/status')
export class StatusController {
  constructor(
    private readonly watch: StatusWatch,
    private readonly channels: ChannelQueries,
    private readonly completeness: CompletenessRecords,
  ) {}

  @Get()
  @Requires('status:read')
  @Header('Cache-Control', 'no-store')
  async status(@CurrentPrincipal() me: Principal): Promise<StatusResponse> {
    const look = this.watch.current(Date.now());
    const [brokenChannels, incompleteViews] = await Promise.all([
      this.channels.broken(me),
      this.incompleteViews(),
    ]);
    return { ...look, brokenChannels, incompleteViews };
  }

  private async incompleteViews(): Promise<IncompleteView[]> {
    const since = new Map<string, string>();
    for (const { view, hour } of await this.completeness.incomplete()) {
      if (!since.has(view)) since.set(view, hour.toISOString());
    }
    return [...since].map(([view, first]) => ({ view, since: first }));
  }
}
