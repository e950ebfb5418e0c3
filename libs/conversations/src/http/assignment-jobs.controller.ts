import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import type { AssignmentJob, AssignmentJobResponse } from '@parley/contracts/api/assignment-jobs';
import { AssignAllRequest } from '@parley/contracts/api/assignment-jobs.requests';
import { Views } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AssignmentJobs } from '../assign-all/assignment-jobs';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';

/** All that matches, assigned at once: each job is its starter's alone. */
@Controller('api/v3/assignment-jobs')
export class AssignmentJobsController {
  constructor(
    private readonly jobs: AssignmentJobs,
    private readonly inbox: InboxQueries,
    private readonly views: Views,
  ) {}

  @Post()
  @Requires('assignmentJobs:create')
  async start(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { to, minPosition, ...request }: AssignAllRequest,
  ): Promise<AssignmentJob> {
    const viewer = await this.inbox.viewer(me);
    const assignee = { userId: to.userId ?? null, teamId: to.teamId ?? null };
    const job = { id, to: assignee, ip: me.ip, request };
    return this.views.read(inboxView.name, minPosition, () => this.jobs.start(viewer, job));
  }

  @Get()
  @Requires('assignmentJobs:read')
  async list(@CurrentPrincipal() me: Principal): Promise<{ data: AssignmentJob[] }> {
    return { data: await this.jobs.list(me) };
  }

  @Get(':id')
  @Requires('assignmentJobs:read')
  async one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<AssignmentJobResponse> {
    return this.jobs.find(await this.inbox.viewer(me), id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @Requires('assignmentJobs:update')
  cancel(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<AssignmentJob> {
    return this.jobs.cancel(me, id);
  }

  /** Puts away how it ended. */
  @Delete(':id')
  @HttpCode(204)
  @Requires('assignmentJobs:delete')
  putAway(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<void> {
    return this.jobs.putAway(me, id);
  }
}
