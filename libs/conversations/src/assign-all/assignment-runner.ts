import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import type { LeasedWork } from '@parley/event-sourcing/feature';
import { Database, isPassing } from '@parley/platform/database/database';
import type { Lease } from '@parley/platform/lease/lease';
import type { Assignee } from '../domain/conversation';
import { AssignmentQueries } from '../read/assignment.queries';
import { InboxQueries } from '../read/inbox.queries';
import { ToConversation } from '../write/conversation.handler';
import { AssignmentJobs, type ItemOutcome, type JobItem, type RunningJob } from './assignment-jobs';

const EVERY_MS = 1_000;
/** A crash repeats at most so many, which then hold already. */
const BATCH = 50;
/** Commands side by side: people who work meanwhile come first. */
const LANES = 5;

/**
 * Goes on with jobs wherever they were left, a batch of each in turn. Every conversation is assigned by the command
 * that a hand would give, under an id of job and conversation: repeated, it makes nothing.
 */
@Injectable()
export class AssignmentRunner implements LeasedWork {
  readonly name = 'assign-all';
  private readonly logger = new Logger(this.name);
  now = () => new Date().toISOString();

  constructor(
    private readonly database: Database,
    private readonly jobs: AssignmentJobs,
    private readonly inbox: InboxQueries,
    private readonly assignments: AssignmentQueries,
    private readonly commands: CommandBus,
  ) {}

  /** Runs while the lease is held: one runner suffices. */
  run(lease: Lease): Promise<void> {
    const round = async () => ((await this.round(lease)) ? 0 : EVERY_MS);
    return lease.repeat(round, (error) => this.logger.warn(String(error)));
  }

  /** One batch of every job that runs. @returns whether there was any */
  async round(lease: Lease): Promise<boolean> {
    const running = await this.jobs.running();
    for (const job of running) {
      if (!lease.isOwned()) return false;
      await this.advance(job, lease.guard(this.database));
    }
    return running.length > 0;
  }

  private async advance(job: RunningJob, database: Database): Promise<void> {
    const items = await this.jobs.next(job, BATCH);
    if (items.length === 0) return database.transaction((tx) => this.jobs.finish(job, tx));
    const outcomes = await this.assign(job, items);
    await database.transaction((tx) => this.jobs.record(job, outcomes, tx));
  }

  private async assign(job: RunningJob, items: JobItem[]): Promise<ItemOutcome[]> {
    const refusal = await this.refusalOf(job);
    if (refusal) return items.map(({ place }) => ({ place, outcome: refusal }));
    const viewer = await this.inbox.viewer(job);
    const ids = items.map(({ conversationId }) => conversationId);
    const visible = await this.inbox.visibleAmong(viewer, ids);
    const outcomes: ItemOutcome[] = [];
    for (let start = 0; start < items.length; start += LANES) {
      const side = items.slice(start, start + LANES).map(async (item) => ({
        place: item.place,
        outcome: visible.has(item.conversationId) ? await this.assignOne(job, item) : 'not_found',
      }));
      outcomes.push(...(await Promise.all(side)));
    }
    return outcomes;
  }

  /** Why nothing more may be assigned: who began it may not, or who was to have it cannot. */
  private async refusalOf(job: RunningJob): Promise<string | null> {
    const viewer = await this.inbox.viewer(job);
    if (viewer.role === 'user') return 'not_authorized';
    return this.codeOf(() => this.assignments.requireAssignee(job.customerId, job.to));
  }

  private async assignOne(job: RunningJob, { conversationId, holder }: JobItem): Promise<string> {
    const { id, customerId, userId, ip } = job;
    const commandId = uuidV5(conversationId, id);
    const context = requestedBy({ customerId, userId, ip: ip ?? undefined }, { commandId, now: this.now() });
    const command = { type: 'Assign', to: assigneeOf(job.to, holder), expected: holder } as const;
    const refusal = await this.codeOf(() =>
      this.commands.execute(new ToConversation(conversationId, command, { ...context, correlationId: id })),
    );
    return refusal ?? 'assigned';
  }

  /** The code of what refuses it, null where nothing does. What passes by itself is thrown: it is tried again. */
  private async codeOf(work: () => Promise<unknown>): Promise<string | null> {
    try {
      await work();
      return null;
    } catch (error) {
      if (isPassing(error)) throw error;
      if (error instanceof CodedError) return error.code;
      // Nothing that another try would mend: the others go on.
      this.logger.error(String(error), error instanceof Error ? error.stack : undefined);
      return 'internal';
    }
  }
}

/** A person takes a conversation within its team; a team takes it from whoever had it. */
function assigneeOf({ userId, teamId }: Assignee, holder: Assignee): Assignee {
  return userId === null ? { userId: null, teamId } : { userId, teamId: holder.teamId };
}
