import { Injectable } from '@nestjs/common';
import type { ChatSort } from '@parley/contracts/api/chat-filters';
import type {
  AssignmentJob,
  AssignmentJobResponse,
  RefusedAssignment,
} from '@parley/contracts/api/assignment-jobs';
import type { ChatList } from '@parley/contracts/api/conversations';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database, type Sql } from '@parley/platform/database/database';
import { tell } from '@parley/realtime/news';
import type { Assignee } from '../domain/conversation';
import { AssignmentQueries } from '../read/assignment.queries';
import type { ListRequest } from '../read/list-counts';
import { matchingSql, orderSql } from '../read/list-sql';
import { visibleSql, type Viewer } from '@parley/event-sourcing/visibility/viewer';

/** How many of those that were refused are named. */
const MOST_NAMED = 10;
/** How long it can be asked how a job ended. */
const KEPT = "interval '1 day'";

/** A job as the worker goes on with it. */
export interface RunningJob {
  id: string;
  customerId: string;
  userId: string;
  ip: string | null;
  to: Assignee;
  reached: number;
}

/** A conversation of a job, with who had it when the job began. */
export interface JobItem {
  place: number;
  conversationId: string;
  holder: Assignee;
}

/** What became of an item: `assigned`, or the code of what refused it. */
export interface ItemOutcome {
  place: number;
  outcome: string;
}

interface JobRow {
  id: string;
  customer_id: string;
  user_id: string;
  ip: string | null;
  list: ChatList;
  team_id: string | null;
  to_user_id: string | null;
  to_team_id: string | null;
  status: AssignmentJob['status'];
  total: number;
  reached: number;
  assigned: number;
  skipped: number;
  refused: number;
}

/**
 * Everything that a list held at one moment, assigned to one user or team: rows that outlive a crash. A job holds what
 * matched when it began, each with who had it then: what comes later is none of it, and what somebody else assigned
 * meanwhile stays theirs.
 */
@Injectable()
export class AssignmentJobs {
  constructor(
    private readonly database: Database,
    private readonly assignments: AssignmentQueries,
  ) {}

  /**
   * Begins a job with what a viewer sees in a list just now.
   * @throws Rejected `invalid_input`, `conversation_closed`, `unknown_assignee`, or `assignment_running` where one of
   * theirs runs over the same list
   */
  async start(
    viewer: Viewer,
    { id, to, ip, request }: { id: string; to: Assignee; ip?: string; request: SortedList },
  ): Promise<AssignmentJob> {
    if ((to.userId === null) === (to.teamId === null)) throw new Rejected('invalid_input', 'to');
    if (request.list === 'archived') throw new Rejected('conversation_closed');
    const { customerId, userId } = viewer;
    await this.assignments.requireAssignee(customerId, to);
    const begun = await this.rowOf(viewer, id).catch(() => null);
    if (begun) return toJob(begun);
    return this.database.transaction(async (tx) => {
      await tx.query(`delete from parley.assignment_job where user_id = $1 and ended_at < now() - ${KEPT}`, [
        userId,
      ]);
      const { rowCount } = await tx.query(
        `insert into parley.assignment_job (id, customer_id, user_id, ip, list, team_id, to_user_id, to_team_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (user_id, list, team_id) where status = 'running' do nothing`,
        [id, customerId, userId, ip ?? null, request.list, request.teamId ?? null, to.userId, to.teamId],
      );
      if (rowCount === 0) throw new Rejected('assignment_running');
      const values: unknown[] = [id];
      const matching = matchingSql(viewer, request, values);
      const items = await tx.query(
        `insert into parley.assignment_item (job_id, place, conversation_id, user_id, team_id)
         select $1, row_number() over (order by ${orderSql(request.sortBy)}), c.id, c.assigned_user_id, c.assigned_team_id
           from inbox.conversation c where ${matching}`,
        values,
      );
      return save(tx, `total = ${items.rowCount ?? 0}`, id);
    });
  }

  /** Somebody's jobs that run, and those whose end they have not put away, oldest first. */
  async list({ customerId, userId }: Owner): Promise<AssignmentJob[]> {
    const { rows } = await this.database.query<JobRow>(
      `select * from parley.assignment_job
        where customer_id = $1 and user_id = $2 and (ended_at is null or ended_at > now() - ${KEPT})
        order by started_at`,
      [customerId, userId],
    );
    return rows.map(toJob);
  }

  /** @throws NotFound for a job that is not theirs */
  async find(viewer: Viewer, id: string): Promise<AssignmentJobResponse> {
    const row = await this.rowOf(viewer, id);
    const values: unknown[] = [id];
    const { rows } = await this.database.query<RefusedAssignment>(
      `select i.conversation_id as "chatId", i.refused_with as code,
              coalesce(k.name, k.username, k.phone, k.email) as name
         from parley.assignment_item i
         left join inbox.conversation c on c.id = i.conversation_id and ${visibleSql(viewer, 'c', values)}
         left join inbox.contact k on k.id = c.contact_id
        where i.job_id = $1 and i.refused_with is not null order by i.place limit ${MOST_NAMED}`,
      values,
    );
    return { ...toJob(row), refusals: rows };
  }

  /** What is assigned by then stays so. Again, or after the end, changes nothing. @throws NotFound */
  async cancel(owner: Owner, id: string): Promise<AssignmentJob> {
    await this.rowOf(owner, id);
    return this.database.transaction(async (tx) => {
      const { rows } = await tx.query<JobRow>(
        'select * from parley.assignment_job where id = $1 for update',
        [id],
      );
      const [row] = rows;
      if (!row) throw new NotFound();
      return row.status === 'running' ? end(tx, id, 'cancelled') : toJob(row);
    });
  }

  /** Puts away how a job ended. One that runs goes on. @throws NotFound */
  async putAway(owner: Owner, id: string): Promise<void> {
    await this.rowOf(owner, id);
    await this.database.query(`delete from parley.assignment_job where id = $1 and status <> 'running'`, [
      id,
    ]);
  }

  /** Every job that runs, whosever it is. */
  async running(): Promise<RunningJob[]> {
    const { rows } = await this.database.query<JobRow>(
      `select * from parley.assignment_job where status = 'running' order by started_at`,
    );
    return rows.map((row) => ({
      id: row.id,
      customerId: row.customer_id,
      userId: row.user_id,
      ip: row.ip,
      to: { userId: row.to_user_id, teamId: row.to_team_id },
      reached: row.reached,
    }));
  }

  /** What a job comes to next, at most `most`. */
  async next({ id, reached }: RunningJob, most: number): Promise<JobItem[]> {
    const { rows } = await this.database.query<{
      place: number;
      conversation_id: string;
      user_id: string | null;
      team_id: string | null;
    }>(
      `select place, conversation_id, user_id, team_id from parley.assignment_item
        where job_id = $1 and place > $2 order by place limit $3`,
      [id, reached, most],
    );
    return rows.map((row) => ({
      place: row.place,
      conversationId: row.conversation_id,
      holder: { userId: row.user_id, teamId: row.team_id },
    }));
  }

  /**
   * Writes down what became of the next items, in the transaction of whoever may. What another owner has written down
   * already counts no second time; a job that was cancelled meanwhile stays so, and says what was still done.
   */
  async record({ id, reached }: RunningJob, outcomes: ItemOutcome[], tx: Sql): Promise<void> {
    const { rowCount } = await tx.query(
      'select from parley.assignment_job where id = $1 and reached = $2 for update',
      [id, reached],
    );
    if (rowCount === 0) return;
    const refused = outcomes.filter(({ outcome }) => !['assigned', 'assignment_changed'].includes(outcome));
    const count = (of: string) => outcomes.filter(({ outcome }) => outcome === of).length;
    await tx.query(
      `update parley.assignment_item i set refused_with = r.code
         from unnest($2::integer[], $3::text[]) as r (place, code) where i.job_id = $1 and i.place = r.place`,
      [id, refused.map(({ place }) => place), refused.map(({ outcome }) => outcome)],
    );
    await save(
      tx,
      `reached = ${outcomes.at(-1)?.place ?? reached}, assigned = assigned + ${count('assigned')},
       skipped = skipped + ${count('assignment_changed')}, refused = refused + ${refused.length}`,
      id,
    );
  }

  /** Nothing of it is left to do. */
  async finish({ id }: RunningJob, tx: Sql): Promise<void> {
    const { rowCount } = await tx.query(
      `select from parley.assignment_job where id = $1 and status = 'running' for update`,
      [id],
    );
    if (rowCount !== 0) await end(tx, id, 'done');
  }

  private async rowOf({ customerId, userId }: Owner, id: string): Promise<JobRow> {
    const { rows } = await this.database.query<JobRow>(
      'select * from parley.assignment_job where id = $1 and customer_id = $2 and user_id = $3',
      [id, customerId, userId],
    );
    if (!rows[0]) throw new NotFound();
    return rows[0];
  }
}

type Owner = Pick<Viewer, 'customerId' | 'userId'>;
type SortedList = ListRequest & { sortBy: ChatSort };

async function end(tx: Sql, id: string, status: 'done' | 'cancelled'): Promise<AssignmentJob> {
  await tx.query('delete from parley.assignment_item where job_id = $1 and refused_with is null', [id]);
  return save(tx, `status = '${status}', ended_at = now()`, id);
}

/** Changes a job and, once that is committed, tells whose it is. */
async function save(tx: Sql, changes: string, id: string): Promise<AssignmentJob> {
  const { rows } = await tx.query<JobRow>(
    `update parley.assignment_job set ${changes} where id = $1 returning *`,
    [id],
  );
  const job = toJob(rows[0]!);
  await tell(tx, { to: { userId: rows[0]!.user_id }, topic: 'assignmentJob', payload: job });
  return job;
}

function toJob(row: JobRow): AssignmentJob {
  const { id, list, status, total, assigned, skipped, refused } = row;
  const to = { userId: row.to_user_id, teamId: row.to_team_id };
  return { id, list, teamId: row.team_id, to, status, total, assigned, skipped, refused };
}
