import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type { ItemOutcome, MadeFile, NewItem, RunningItem } from '@parley/feature/job-kind';
import { Database, type Sql } from '@parley/platform/database/database';
import { toJobAtStep, type JobAtStep, type JobRow } from './job-row';

/** Maximum number of rows that one transaction deletes. */
const SWEPT = 5_000;

/** Result of a step, recorded in one transaction. */
export type StepResult =
  | { type: 'found'; items: NewItem[]; next: unknown }
  | { type: 'processed'; items: (RunningItem & { position: number })[]; outcomes: ItemOutcome[] }
  | { type: 'finished'; file: MadeFile | null; keptDays: number }
  | { type: 'failed'; code: string; keptDays: number }
  /** `isTry`: whether the failure counts towards the tries after which the job fails. */
  | { type: 'postponed'; afterMs: number; isTry: boolean };

/** Reads and records the steps of jobs for the runner. */
@Injectable()
export class JobSteps {
  constructor(private readonly database: Database) {}

  /** @returns the job that has waited longest for its turn, for each organisation except those in `except` */
  async nextOfEach(kinds: string[], except: string[]): Promise<JobAtStep[]> {
    const { rows } = await this.database.query<JobRow>(
      `select distinct on (customer_id) * from parley.job
        where state in ('waiting', 'running') and kind = any($1) and customer_id <> all($2::uuid[])
          and (retry_at is null or retry_at <= now())
        order by customer_id, turn_at nulls first, created_at`,
      [kinds, except],
    );
    return rows.map(toJobAtStep);
  }

  /** Whether a job is still active and at the step at which it was read. */
  async isNext({ id, step }: JobAtStep): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `select from parley.job where id = $1 and step = $2 and state in ('waiting', 'running')`,
      [id, step],
    );
    return rowCount === 1;
  }

  /** @returns the next items of a job, at most `most` */
  async itemsOf({ id, reached }: JobAtStep, most: number): Promise<(RunningItem & { position: number })[]> {
    const { rows } = await this.database.query<{ position: number; key: string; payload: unknown }>(
      `select position, key, payload from parley.job_item
        where job_id = $1 and position > $2 order by position limit $3`,
      [id, reached, most],
    );
    return rows.map((item) => ({ ...item, id: uuidV5(item.key, id) }));
  }

  /**
   * Records a step in a transaction that checks the lease. A step that another owner has already recorded is ignored.
   * A job that was cancelled during the step stays cancelled and counts the items that were done.
   * @returns the job afterwards; null if nothing was recorded
   */
  async record(job: JobAtStep, result: StepResult, tx: Sql): Promise<JobRow | null> {
    const { rows } = await tx.query<Pick<JobRow, 'state'>>(
      'select state from parley.job where id = $1 and step = $2 for update',
      [job.id, job.step],
    );
    const state = rows[0]?.state;
    if (state === undefined) return null;
    const isActive = state === 'waiting' || state === 'running';
    if (result.type === 'processed') return processed(job, result, tx);
    if (!isActive) return null;
    switch (result.type) {
      case 'found':
        return found(job, result, tx);
      case 'finished':
        return ended(job.id, { state: 'done', file: result.file, keptDays: result.keptDays }, tx);
      case 'failed':
        return ended(job.id, { state: 'failed', code: result.code, keptDays: result.keptDays }, tx);
      case 'postponed':
        return save(
          job.id,
          `step = step + 1, tries = tries + $3, turn_at = now(), retry_at = now() + $2 * interval '1 millisecond'`,
          [result.afterMs, result.isTry ? 1 : 0],
          tx,
        );
    }
  }

  /** @returns a job that has expired, null if there is none */
  async expired(): Promise<{ id: string; filePath: string } | null> {
    const { rows } = await this.database.query<{ id: string; filePath: string }>(
      'select id, file_path as "filePath" from parley.job where expires_at < now() order by expires_at limit 1',
    );
    return rows[0] ?? null;
  }

  /**
   * Deletes up to SWEPT items of a job, and the job once no item is left.
   * @returns whether the job is deleted
   */
  async forget(id: string, tx: Sql): Promise<boolean> {
    const { rowCount } = await tx.query(
      `delete from parley.job_item where job_id = $1 and position in
        (select position from parley.job_item where job_id = $1 order by position limit ${SWEPT})`,
      [id],
    );
    if ((rowCount ?? 0) === SWEPT) return false;
    await tx.query('delete from parley.job where id = $1', [id]);
    return true;
  }
}

/** Ends a job in the caller's transaction. A running step can still be recorded. */
export function ended(
  id: string,
  end: {
    state: 'done' | 'cancelled' | 'failed';
    code?: string;
    file?: MadeFile | null;
    keptDays: number;
  },
  tx: Sql,
): Promise<JobRow> {
  return save(
    id,
    `state = $2, code = $3, file = $4, ended_at = now(), expires_at = now() + $5 * interval '1 day'`,
    [end.state, end.code ?? null, end.file ?? null, end.keptDays],
    tx,
  );
}

/** Assignments after a successful step: the job has begun, its turn is over, and earlier failures are cleared. */
const STEPPED = `step = step + 1, state = case state when 'waiting' then 'running' else state end, tries = 0, retry_at = null,
  started_at = coalesce(started_at, now()), turn_at = now()`;

async function found(
  { id, total }: JobAtStep,
  { items, next }: Extract<StepResult, { type: 'found' }>,
  tx: Sql,
): Promise<JobRow> {
  await tx.query(
    `insert into parley.job_item (job_id, position, key, payload)
     select $1, $2 + place, key, payload
       from unnest($3::text[], $4::text[]::jsonb[]) with ordinality as found (key, payload, place)`,
    [
      id,
      total,
      items.map(({ key }) => key),
      items.map(({ payload }) => (payload === undefined ? null : JSON.stringify(payload))),
    ],
  );
  const finding = next === null ? null : JSON.stringify({ after: next });
  return save(id, `${STEPPED}, total = total + $2, finding = $3`, [items.length, finding], tx);
}

async function processed(
  { id, reached }: JobAtStep,
  { items, outcomes }: Extract<StepResult, { type: 'processed' }>,
  tx: Sql,
): Promise<JobRow> {
  const count = (of: ItemOutcome['result']) => outcomes.filter(({ result }) => result === of).length;
  await tx.query(
    `update parley.job_item i set result = ended.result, code = ended.code
       from unnest($2::integer[], $3::text[], $4::text[]) as ended (position, result, code)
      where i.job_id = $1 and i.position = ended.position`,
    [
      id,
      items.map(({ position }) => position),
      outcomes.map(({ result }) => result),
      outcomes.map((outcome) => (outcome.result === 'done' ? null : outcome.code)),
    ],
  );
  return save(
    id,
    `${STEPPED}, reached = $2, done = done + $3, skipped = skipped + $4, failed = failed + $5`,
    [items.at(-1)?.position ?? reached, count('done'), count('skipped'), count('failed')],
    tx,
  );
}

async function save(id: string, changes: string, values: unknown[], tx: Sql): Promise<JobRow> {
  const { rows } = await tx.query<JobRow>(`update parley.job set ${changes} where id = $1 returning *`, [
    id,
    ...values,
  ]);
  return rows[0]!;
}
