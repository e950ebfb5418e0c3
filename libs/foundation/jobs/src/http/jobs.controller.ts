import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import type { Job, JobFileResponse, JobItemsResponse, JobsResponse } from '@parley/contracts/api/jobs';
import { JobItemsQuery, JobsQuery } from '@parley/contracts/api/jobs.requests';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Jobs } from '../jobs';

/** Routes for the user's own jobs, and for other jobs of the organisation if the user's role oversees their kind. */
@Controller('api/v3/jobs')
export class JobsController {
  constructor(private readonly jobs: Jobs) {}

  @Get()
  @Requires('jobs:read')
  list(@CurrentPrincipal() me: Principal, @Query() query: JobsQuery): Promise<JobsResponse> {
    return this.jobs.list(me, query);
  }

  @Get(':id')
  @Requires('jobs:read')
  one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<Job> {
    return this.jobs.find(me, id);
  }

  @Get(':id/items')
  @Requires('jobs:read')
  items(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() query: JobItemsQuery,
  ): Promise<JobItemsResponse> {
    return this.jobs.items(me, id, query);
  }

  @Get(':id/file')
  @Requires('jobs:read')
  file(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<JobFileResponse> {
    return this.jobs.file(me, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Requires('jobs:update')
  cancel(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<Job> {
    return this.jobs.cancel(me, id);
  }

  /** Hides the result of a job from the user's notifications; the list keeps the job. */
  @Post(':id/put-away')
  @HttpCode(204)
  @Requires('jobs:update')
  putAway(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<void> {
    return this.jobs.putAway(me, id);
  }
}
