import { Body, Controller, Post } from '@nestjs/common';
import { AssignAllRequest } from '@parley/contracts/api/assignment-jobs.requests';
import type { Job } from '@parley/contracts/api/jobs';
import { Views } from '@parley/event-sourcing/projection/views';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { AssignAll } from '../assign-all/assign-all';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';

/** Assigns all conversations that match a request, in a job (`api/v3/jobs`). */
@Controller('api/v3/assignment-jobs')
export class AssignAllController {
  constructor(
    private readonly assignAll: AssignAll,
    private readonly inbox: InboxQueries,
    private readonly views: Views,
  ) {}

  @Post()
  @Requires('assignmentJobs:create')
  async begin(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { to, minPosition, ...request }: AssignAllRequest,
  ): Promise<Job> {
    const viewer = await this.inbox.viewer(me);
    const assignee = { userId: to.userId ?? null, teamId: to.teamId ?? null };
    const job = { id, to: assignee, ip: me.ip, request };
    return this.views.read(inboxView.name, minPosition, () => this.assignAll.begin(viewer, job));
  }
}
