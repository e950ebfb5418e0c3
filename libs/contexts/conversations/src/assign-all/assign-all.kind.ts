import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ASSIGN_ALL } from '@parley/contracts/api/assignment-jobs';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { Role } from '@parley/contracts/events';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import type { ItemOutcome, JobKind, RunningItem, RunningJob } from '@parley/feature/job-kind';
import { isPassing } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { type Assignee, ToConversation } from '../domain/conversation';
import { AssignmentQueries } from '../read/assignment.queries';
import { InboxQueries } from '../read/inbox.queries';
import type { AssignAllItem, AssignAllParams } from './assign-all';

/** Number of concurrent commands; few, so that users' own requests take precedence. */
const LANES = 5;

/**
 * Assigns each conversation with the command that a manual assignment uses. The command has the item's id, so that
 * repeating it is a no-op. Each batch checks again whether the manager may assign and the assignee can be assigned.
 */
@Injectable()
export class AssignAllKind implements JobKind {
  readonly name = ASSIGN_ALL;
  readonly batch = 50;
  readonly keptDays = 7;
  readonly overseenBy: Role = 'manager';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(
    private readonly inbox: InboxQueries,
    private readonly assignments: AssignmentQueries,
    private readonly commands: CommandBus,
  ) {}

  async process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]> {
    const refusal = await this.refusalOf(job);
    if (refusal) return items.map(() => ({ result: 'failed', code: refusal }));
    const viewer = await this.inbox.viewer(job);
    const visible = await this.inbox.visibleAmong(
      viewer,
      items.map(({ key }) => key),
    );
    const outcomes: ItemOutcome[] = [];
    for (let start = 0; start < items.length; start += LANES) {
      // Stops here if the signal is aborted: the next process repeats the batch, so both would run it at the same
      // time.
      signal.throwIfAborted();
      const side = items
        .slice(start, start + LANES)
        .map(async (item) => (visible.has(item.key) ? this.assign(job, item) : notFound));
      outcomes.push(...(await Promise.all(side)));
    }
    return outcomes;
  }

  async namesOf(viewer: Principal, keys: string[]): Promise<Map<string, string>> {
    return this.assignments.namesOf(await this.inbox.viewer(viewer), keys);
  }

  /**
   * The code of the error if nothing can be assigned any more, because the manager may not assign or the assignee
   * cannot be assigned; null otherwise.
   */
  private async refusalOf(job: RunningJob): Promise<string | null> {
    const viewer = await this.inbox.viewer(job);
    if (viewer.role === 'user') return 'not_authorized';
    const { to } = job.params as AssignAllParams;
    return this.codeOf(() => this.assignments.requireAssignee(job.customerId, to));
  }

  private async assign(job: RunningJob, { id: commandId, key, payload }: RunningItem): Promise<ItemOutcome> {
    const { id, customerId, userId, ip } = job;
    const { holder } = payload as AssignAllItem;
    const context = requestedBy({ customerId, userId, ip: ip ?? undefined }, { commandId, now: this.now() });
    const to = assigneeOf((job.params as AssignAllParams).to, holder);
    const command = { type: 'Assign', to, expected: holder } as const;
    const code = await this.codeOf(() =>
      this.commands.execute(new ToConversation(key, command, { ...context, correlationId: id })),
    );
    if (code === null) return { result: 'done' };
    return { result: code === 'assignment_changed' ? 'skipped' : 'failed', code };
  }

  /**
   * The code of the error with which `work` fails; null if it succeeds. Rethrows temporary errors, so that the job
   * retries.
   */
  private async codeOf(work: () => Promise<unknown>): Promise<string | null> {
    try {
      await work();
      return null;
    } catch (error) {
      if (isPassing(error)) throw error;
      if (error instanceof CodedError) return error.code;
      // A retry would not help, so this item fails and the job continues with the others.
      this.logger.error(String(error), error instanceof Error ? error.stack : undefined);
      return 'internal';
    }
  }
}

const notFound: ItemOutcome = { result: 'failed', code: 'not_found' };

/** The new assignee: a user keeps the conversation's team, a team replaces user and team. */
function assigneeOf({ userId, teamId }: Assignee, holder: Assignee): Assignee {
  return userId === null ? { userId: null, teamId } : { userId, teamId: holder.teamId };
}
