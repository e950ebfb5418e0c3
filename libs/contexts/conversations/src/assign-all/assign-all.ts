import { Injectable } from '@nestjs/common';
import { ASSIGN_ALL, type AboutAssignAll } from '@parley/contracts/api/assignment-jobs';
import type { ChatSort } from '@parley/contracts/api/chat-filters';
import type { ChatList } from '@parley/contracts/api/conversations';
import type { Job } from '@parley/contracts/api/jobs';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Viewer } from '@parley/access-rules/viewer';
import { Jobs } from '@parley/jobs/jobs';
import type { Assignee } from '../domain/conversation';
import { AssignmentQueries } from '../read/assignment.queries';
import type { ListRequest } from '../read/list-counts';
import { matchingSql, orderSql } from '../read/list-sql';

/** Parameters of the job, for `AssignAllKind`. */
export interface AssignAllParams {
  to: Assignee;
}

/** Payload of an item: the conversation's assignee when the job began. */
export interface AssignAllItem {
  holder: Assignee;
}

/**
 * Begins a job that assigns all conversations of a list to one user or team. The job contains the conversations that
 * matched when it began, each with its assignee at that time: it leaves out conversations that match later, and does
 * not override an assignment made since.
 */
@Injectable()
export class AssignAll {
  constructor(
    private readonly jobs: Jobs,
    private readonly assignments: AssignmentQueries,
  ) {}

  /**
   * Begins the job with the conversations that a viewer sees in a list now.
   * @param id the request's id: repeating it begins no second job
   * @throws Rejected `invalid_input`, `conversation_closed`, `unknown_assignee`, or `assignment_running` if this user
   * has a running job for the same list; and the errors of `Jobs.begin`
   */
  async begin(
    viewer: Viewer,
    { id, to, ip, request }: { id: string; to: Assignee; ip?: string; request: SortedList },
  ): Promise<Job> {
    if ((to.userId === null) === (to.teamId === null)) throw new Rejected('invalid_input', 'to');
    if (request.list === 'archived') throw new Rejected('conversation_closed');
    const { customerId, userId } = viewer;
    await this.assignments.requireAssignee(customerId, to);
    const params: AssignAllParams = { to };
    const { list, teamId = null } = request;
    const about: AboutAssignAll = { list, teamId, to };
    const slot = `${list}/${teamId ?? ''}`;
    const items = itemsOf(viewer, request);
    const job = await this.jobs.begin({
      ...{ id, kind: ASSIGN_ALL, customerId, userId, ip, params, about: { ...about }, slot, items },
    });
    if (!job) throw new Rejected('assignment_running');
    return job;
  }
}

type SortedList = ListRequest & { list: ChatList; sortBy: ChatSort };

function itemsOf(viewer: Viewer, request: SortedList): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const text = `select c.id::text as key,
      jsonb_build_object('holder',
        jsonb_build_object('userId', c.assigned_user_id, 'teamId', c.assigned_team_id)) as payload
     from inbox.conversation c where ${matchingSql(viewer, request, values)} order by ${orderSql(request.sortBy)}`;
  return { text, values };
}
