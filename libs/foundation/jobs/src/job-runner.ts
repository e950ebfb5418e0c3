import { Injectable, Logger } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { LeasedWork } from '@parley/platform/lease/leased-work';
import type { JobKind } from '@parley/feature/job-kind';
import { Database, isOtherTables, isPassing } from '@parley/platform/database/database';
import { failureOf } from '@parley/platform/database/failures';
import { backoff } from '@parley/platform/database/retry';
import { LeaseLost, type Lease } from '@parley/platform/lease/lease';
import { Storage } from '@parley/platform/storage/storage';
import { runAs } from '@parley/platform/telemetry/event-loop';
import { JobKinds } from './job-kinds';
import { tell, type JobAtStep } from './job-row';
import { JobSteps, type StepResult } from './job-steps';
import { JobTurns } from './job-turns';

/** How often an idle runner looks for jobs. */
const EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;
/** Organisations of which a step is under way at a time: people who work meanwhile come first. */
const LANES = 2;
/** A step that takes longer has failed. */
const STEP_MS = 60_000;
/** A runner that has to stop writes down a step that ends by then. */
const LEAVE_WITHIN_MS = 3_000;
/** A job whose step failed so often in a row has failed. */
export const MOST_TRIES = 5;
/** Tries at a step whose transactions are given up. */
const MAX_ABORTED_TRIES = 10;
/** Tables that are not there for so long are not those of another release. */
const OTHER_TABLES_MS = 60 * 60_000;
/** Progress is told no more often. */
const TELL_EVERY_MS = 250;

/**
 * Goes on with jobs wherever they were left: organisations in turn, the jobs of each in turn, one bounded step at a time.
 * Each step is written down in one transaction that shows the lease. A crash repeats at most one step, under the same ids.
 */
@Injectable()
export class JobRunner implements LeasedWork {
  readonly name = 'jobs';
  private readonly logger = new Logger(this.name);
  /** When progress was last told, by the job's id and `performance.now()`. */
  private readonly told = new Map<string, number>();
  /** Of jobs whose last step failed with what passes: how often in a row, and since when tables are not there. */
  private readonly passing = new Map<string, { times: number; since: number | null }>();
  private readonly turns = new JobTurns((except) => this.steps.nextOfEach(this.kinds.names(), except));

  constructor(
    private readonly database: Database,
    private readonly steps: JobSteps,
    private readonly kinds: JobKinds,
    private readonly storage: Storage,
  ) {}

  /** Runs while the lease is held. */
  async run(lease: Lease): Promise<void> {
    this.turns.restart();
    this.passing.clear();
    const warn = (error: unknown) => this.logger.warn(String(error));
    const lane = () => lease.repeat(async () => ((await this.turn(lease)) ? 0 : EVERY_MS), warn);
    const sweep = () => lease.repeat(async () => ((await this.sweep(lease)) ? 0 : SWEEP_EVERY_MS), warn);
    await Promise.all([...Array.from({ length: LANES }, lane), sweep()]);
  }

  /**
   * One step of the job whose turn is next.
   * @returns whether there was one
   * @throws LeaseLost; what else is wrong with a job stays with it, unless the database is away
   */
  async turn(lease: Lease): Promise<boolean> {
    const job = await this.turns.take();
    if (!job) return false;
    try {
      // It may have been cancelled, or gone on elsewhere, while it waited for its turn.
      if (lease.isOwned() && (await this.steps.isNext(job))) await this.step(job, lease);
      return true;
    } finally {
      this.turns.release(job);
    }
  }

  /** Deletes the next job that can be looked at no more, with its file. @returns whether there may be more to delete */
  async sweep(lease: Lease): Promise<boolean> {
    const expired = await this.steps.expired();
    if (!expired) return false;
    await this.storage.delete(expired.filePath);
    const forget = () => lease.guard(this.database).transaction((tx) => this.steps.forget(expired.id, tx));
    while (lease.isOwned() && !(await forget()));
    return true;
  }

  private async step(job: JobAtStep, lease: Lease): Promise<void> {
    const kind = this.kinds.get(job.kind);
    const failureOf = (error: unknown) => this.failureOf(kind, job, error);
    const result = await within(STEP_MS, lease.signal, (signal) => this.work(kind, job, signal)).catch(
      failureOf,
    );
    // A step that the database refuses to hold has failed: else it would be worked on without end.
    await this.record(job, result, lease).catch((error: unknown) =>
      this.record(job, failureOf(error), lease),
    );
  }

  private async record(job: JobAtStep, result: StepResult, lease: Lease): Promise<void> {
    await lease.guard(this.database).transaction(async (tx) => {
      const row = await this.steps.record(job, result, tx);
      if (row && this.isToBeTold(row.id, row.ended_at !== null)) await tell(row, tx, this.database.notices);
    });
    if (result.type !== 'postponed') this.passing.delete(job.id);
  }

  private async work(kind: JobKind, job: JobAtStep, signal: AbortSignal): Promise<StepResult> {
    if (job.finding) {
      if (!kind.find) throw new Error(`Jobs of the kind ${kind.name} are begun with their items.`);
      return { type: 'found', ...(await kind.find(job, job.finding.after, signal)) };
    }
    const items = await this.steps.itemsOf(job, kind.batch);
    if (items.length === 0) {
      const file = (await kind.finish?.(job, job.filePath, signal)) ?? null;
      return { type: 'finished', file, keptDays: kind.keptDays };
    }
    const work = { kind: 'job', name: kind.name, customerIds: [job.customerId] } as const;
    const outcomes = await runAs(work, () => kind.process(job, items, signal));
    if (outcomes.length !== items.length) throw new Error(`${kind.name} did not say how each item ended.`);
    return { type: 'processed', items, outcomes };
  }

  /** Postpones a step whose error passes by itself; with any other error, the job fails after a few tries. @throws if the database is away */
  private failureOf(kind: JobKind, { id, tries }: JobAtStep, error: unknown): StepResult {
    const failure = failureOf(error);
    if (error instanceof LeaseLost || failure === 'away') throw error;
    this.logger.warn(`job ${id} (${kind.name}): ${String(error)}`);
    const times = failure !== 'retry' && isPassing(error) ? this.timesPassing(id, error) : null;
    if (times !== null) return { type: 'postponed', afterMs: backoff(times), isTry: false };
    const most = failure === 'retry' ? MAX_ABORTED_TRIES : MOST_TRIES;
    if (tries + 1 < most) return { type: 'postponed', afterMs: backoff(tries + 1), isTry: true };
    if (!(error instanceof CodedError)) this.logger.error(error);
    const code = error instanceof CodedError ? error.code : 'internal';
    return { type: 'failed', code, keptDays: kind.keptDays };
  }

  /** How often in a row a job failed with what passes; null where that does not pass. */
  private timesPassing(id: string, error: unknown): number | null {
    const held = this.passing.get(id);
    const now = performance.now();
    const since = isOtherTables(error) ? (held?.since ?? now) : null;
    const times = (held?.times ?? 0) + 1;
    this.passing.set(id, { times, since });
    return since !== null && now - since > OTHER_TABLES_MS ? null : times;
  }

  private isToBeTold(id: string, hasEnded: boolean): boolean {
    const now = performance.now();
    if (!hasEnded && now - (this.told.get(id) ?? -Infinity) < TELL_EVERY_MS) return false;
    if (hasEnded) this.told.delete(id);
    else this.told.set(id, now);
    return true;
  }
}

/**
 * What `work` resolves with. Once `ended` aborts, its signal aborts too, with LeaseLost, and it has a moment left.
 * @throws CodedError `job_step_timeout` once it has taken `ms`; LeaseLost where it does not end with `ended`
 */
async function within<T>(
  ms: number,
  ended: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let leave!: () => void;
  const over = new Promise<never>((_, reject) => {
    timers.push(setTimeout(() => reject(new CodedError('job_step_timeout')), ms));
    leave = () => {
      const left = new LeaseLost('The runner has to stop.');
      stop.abort(left);
      timers.push(setTimeout(() => reject(left), LEAVE_WITHIN_MS));
    };
  });
  ended.addEventListener('abort', leave);
  try {
    return await Promise.race([work(stop.signal), over]);
  } finally {
    ended.removeEventListener('abort', leave);
    timers.forEach(clearTimeout);
    stop.abort();
  }
}
