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

/** Interval in ms at which an idle runner looks for jobs. */
const EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;
/** Number of concurrent steps, each for another organisation; low, so that interactive work has priority. */
const LANES = 2;
/** Time limit of a step in ms. */
const STEP_MS = 60_000;
/** Time in ms for a running step to end and be recorded when the runner must stop. */
const LEAVE_WITHIN_MS = 3_000;
/** Number of failures of a step in a row after which the job fails. */
export const MAX_TRIES = 5;
/**
 * Number of failures of a step in a row after which the job fails, if the database aborts the step's transactions.
 */
const MAX_ABORTED_TRIES = 10;
/** Time in ms for which a step may wait for missing tables, which may belong to a release that is being installed. */
const OTHER_TABLES_MS = 60 * 60_000;
/** Minimum time in ms between two notifications of a job's progress. */
const TELL_EVERY_MS = 250;

/**
 * Runs jobs in bounded steps and continues each after its last recorded step. Organisations take turns, and so do the
 * jobs of one organisation. Each step is recorded in one transaction that checks the lease. A crash repeats at most
 * one step, under the same item ids.
 */
@Injectable()
export class JobRunner implements LeasedWork {
  readonly name = 'jobs';
  private readonly logger = new Logger(this.name);
  /** Time of the last progress notification by job id, by `performance.now()`. */
  private readonly told = new Map<string, number>();
  /** Jobs whose last step failed temporarily: the number of failures in a row, and since when tables are missing. */
  private readonly passing = new Map<string, { times: number; since: number | null }>();
  private readonly turns = new JobTurns((except) => this.steps.nextOfEach(this.kinds.names(), except));

  constructor(
    private readonly database: Database,
    private readonly steps: JobSteps,
    private readonly kinds: JobKinds,
    private readonly storage: Storage,
  ) {}

  /** Runs jobs while the lease is owned. */
  async run(lease: Lease): Promise<void> {
    this.turns.restart();
    this.passing.clear();
    const warn = (error: unknown) => this.logger.warn(String(error));
    const lane = () => lease.repeat(async () => ((await this.turn(lease)) ? 0 : EVERY_MS), warn);
    const sweep = () => lease.repeat(async () => ((await this.sweep(lease)) ? 0 : SWEEP_EVERY_MS), warn);
    await Promise.all([...Array.from({ length: LANES }, lane), sweep()]);
  }

  /**
   * Runs one step of the next job. An error of a job affects this job only.
   * @returns false if there was no job
   * @throws LeaseLost, and any error while the database is down
   */
  async turn(lease: Lease): Promise<boolean> {
    const job = await this.turns.take();
    if (!job) return false;
    try {
      // While it waited for its turn, the job may have been cancelled or continued by another process.
      if (lease.isOwned() && (await this.steps.isNext(job))) await this.step(job, lease);
      return true;
    } finally {
      this.turns.release(job);
    }
  }

  /**
   * Deletes the next expired job with its file.
   * @returns whether there may be more
   */
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
    // If the database refuses the record of a step, the step has failed: otherwise it would be repeated without end.
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

  /**
   * Postpones a step after a temporary error; after any other error, fails the job after a few tries.
   * @throws the error if the database is down or the lease is lost
   */
  private failureOf(kind: JobKind, { id, tries }: JobAtStep, error: unknown): StepResult {
    const failure = failureOf(error);
    if (error instanceof LeaseLost || failure === 'away') throw error;
    this.logger.warn(`job ${id} (${kind.name}): ${String(error)}`);
    const times = failure !== 'retry' && isPassing(error) ? this.timesPassing(id, error) : null;
    if (times !== null) return { type: 'postponed', afterMs: backoff(times), isTry: false };
    const most = failure === 'retry' ? MAX_ABORTED_TRIES : MAX_TRIES;
    if (tries + 1 < most) return { type: 'postponed', afterMs: backoff(tries + 1), isTry: true };
    if (!(error instanceof CodedError)) this.logger.error(error);
    const code = error instanceof CodedError ? error.code : 'internal';
    return { type: 'failed', code, keptDays: kind.keptDays };
  }

  /** @returns the number of temporary failures of a job in a row; null if tables have been missing for too long */
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
 * Runs `work` with a time limit. When `ended` aborts, the signal of `work` aborts with LeaseLost, and `work` may
 * still end within LEAVE_WITHIN_MS.
 * @throws CodedError `job_step_timeout` after `ms`
 * @throws LeaseLost if `work` does not end in time after `ended`
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
