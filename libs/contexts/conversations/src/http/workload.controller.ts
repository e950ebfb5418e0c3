import { Controller, Get, Query } from '@nestjs/common';
import type { WorkloadResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { Views } from '@parley/event-sourcing/projection/views';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { WorkloadQueries } from '../read/workload.queries';

/** Serves the workload of each user, for managers who balance it and watch waiting times. */
@Controller('api/v3/messaging/workload')
@Requires('workload:read')
export class WorkloadController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly workload: WorkloadQueries,
    private readonly views: Views,
  ) {}

  @Get()
  async all(@CurrentPrincipal() me: Principal, @Query() query: PositionQuery): Promise<WorkloadResponse> {
    const viewer = await this.inbox.viewer(me);
    return this.views.read(inboxView.name, query.minPosition, async () => ({
      data: await this.workload.workload(viewer),
    }));
  }
}
