import { Injectable } from '@nestjs/common';
import type {
  Job,
  JobFileResponse,
  JobItem,
  JobItemsResponse,
  JobsResponse,
} from '@parley/contracts/api/jobs';
import type { JobItemsQuery, JobsQuery } from '@parley/contracts/api/jobs.requests';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database, type Sql } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { newPath, Storage } from '@parley/platform/storage/storage';
import { JobKinds } from './job-kinds';
import { tell, toJob, type JobRow } from './job-row';
import { ended } from './job-steps';

/** Maximum number of active jobs of an organisation. */
export const MAX_ACTIVE = 100;
/** Maximum JSON length of `about`, since a job is sent in a PostgreSQL notification of at most 8,000 bytes. */
const MAX_ABOUT = 2_000;
const JOBS_PER_PAGE = 50;
const ITEMS_PER_PAGE = 50;
/** Time for which the end of a job is listed as unseen unless the user puts it away. */
const TOLD = "interval '1 day'";

/**
 * Selects a page of items of job $1 with one result, after position $2. The result is part of the text, since a plan
 * for any result could not use the index on items that were not done.
 */
const itemsOf = (result: JobItem['result']) =>
  `select position, key, result, code from parley.job_item
    where job_id = $1 and result = '${result}' and position > $2 order by position limit ${ITEMS_PER_PAGE + 1}`;
const NOT_DONE = `(${itemsOf('skipped')}) union all (${itemsOf('failed')}) order by position limit ${ITEMS_PER_PAGE + 1}`;

export interface NewJob {
  /** Id from the request, so that a repeated request begins the job once. */
  id: string;
  kind: string;
  customerId: string;
  userId: string;
  ip?: string;
  /** Data for the kind only: JSON. */
  params: object;
  /** Data that users see with the job: JSON, at most 2,000 characters. */
  about: Record<string, unknown>;
  /** Only one of this user's jobs with the same slot may be active. */
  slot?: string;
  /**
   * Selects `key` (text) and `payload` (jsonb) of all items, in order. Undefined: the kind finds the items step by
   * step.
   */
  items?: { text: string; values: unknown[] };
  /** Writes the kind's own data in the transaction that begins the job. */
  alongside?: (tx: Sql) => Promise<void>;
}

/** Jobs for the users who begin, follow and cancel them; JobSteps serves the runner. */
@Injectable()
export class Jobs {
  /** Maximum number of items of a job. */
  mostItems = 1_000_000;

  constructor(
    private readonly database: Database,
    private readonly kinds: JobKinds,
    private readonly storage: Storage,
  ) {}

  /**
   * Begins a job; if a job with this id exists, returns that job.
   * @returns null if another job of the same slot is active
   * @throws Rejected `too_many_jobs` if MAX_ACTIVE jobs of the organisation are active, `job_too_large` above
   * `mostItems` items
   */
  async begin(begun: NewJob): Promise<Job | null> {
    const { id, kind, customerId, userId, ip = null, params, about, slot = null, items, alongside } = begun;
    this.kinds.get(kind);
    if (JSON.stringify(about).length > MAX_ABOUT) throw new Error(`Too much is said about a job: ${kind}`);
    return this.database.transaction(async (tx) => {
      const finding = items ? null : JSON.stringify({ after: null });
      const { rows: inserted } = await tx.query<JobRow>(
        `insert into parley.job (id, customer_id, kind, user_id, ip, params, about, slot, finding, file_path)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning *`,
        [id, customerId, kind, userId, ip, params, about, slot, finding, newPath()],
      );
      if (!inserted[0]) return this.begunAs(id, begun, tx);
      await requireRoom(customerId, tx);
      await alongside?.(tx);
      const row = items ? await fill(inserted[0], items, this.mostItems, tx) : inserted[0];
      await tell(row, tx, this.database.notices);
      return toJob(row);
    });
  }

  /** @returns a page of the jobs that the viewer may see, newest first */
  async list(viewer: Principal, { kind, unseen, before }: JobsQuery): Promise<JobsResponse> {
    const { customerId, userId, role } = viewer;
    const { rows } = await this.database.query<JobRow>(
      `select * from parley.job j
        where customer_id = $1 and (user_id = $2 or kind = any($3)) and ($4::text is null or kind = $4)
          and (not $5 or user_id = $2 and not is_put_away and (ended_at is null or ended_at > now() - ${TOLD}))
          and ($6::uuid is null or (created_at, id) <
               (select created_at, id from parley.job where id = $6 and customer_id = $1))
        order by created_at desc, id desc limit ${JOBS_PER_PAGE + 1}`,
      [customerId, userId, this.kinds.overseenBy(role), kind ?? null, unseen === 'true', before ?? null],
    );
    const page = rows.slice(0, JOBS_PER_PAGE);
    return { data: page.map(toJob), next: rows.length > page.length ? page.at(-1)!.id : null };
  }

  /** @throws NotFound if the viewer may not see the job */
  async find(viewer: Principal, id: string): Promise<Job> {
    return toJob(await this.rowOf(viewer, id));
  }

  /** @returns the jobs with these ids that the viewer may see, by id */
  async among({ customerId, userId, role }: Principal, ids: string[]): Promise<Map<string, Job>> {
    if (ids.length === 0) return new Map();
    const { rows } = await this.database.query<JobRow>(
      'select * from parley.job where id = any($1::uuid[]) and customer_id = $2 and (user_id = $3 or kind = any($4))',
      [ids, customerId, userId, this.kinds.overseenBy(role)],
    );
    return new Map(rows.map((row) => [row.id, toJob(row)]));
  }

  /** @returns a statement that selects the items of this job again for a new job */
  itemsOf(id: string): NonNullable<NewJob['items']> {
    return {
      text: 'select key, payload from parley.job_item where job_id = $1 order by position',
      values: [id],
    };
  }

  /**
   * @returns a page of the items that were not done, each with its reason
   * @throws NotFound if the viewer may not see the job
   */
  async items(viewer: Principal, id: string, { result, after }: JobItemsQuery): Promise<JobItemsResponse> {
    const { kind } = await this.rowOf(viewer, id);
    const { rows } = await this.database.query<Omit<JobItem, 'name'>>(result ? itemsOf(result) : NOT_DONE, [
      id,
      after ?? 0,
    ]);
    const page = rows.slice(0, ITEMS_PER_PAGE);
    const keys = page.map(({ key }) => key);
    const names = keys.length > 0 ? await this.kinds.find(kind)?.namesOf?.(viewer, keys) : undefined;
    return {
      data: page.map((item) => ({ ...item, name: names?.get(item.key) ?? null })),
      next: rows.length > page.length ? page.at(-1)!.position : null,
    };
  }

  /**
   * Cancels a job; completed items stay completed. Cancelling an ended job is a no-op.
   * @throws NotFound if the viewer may not see the job
   */
  async cancel(viewer: Principal, id: string): Promise<Job> {
    await this.rowOf(viewer, id);
    return this.database.transaction(async (tx) => {
      const { rows } = await tx.query<JobRow>('select * from parley.job where id = $1 for update', [id]);
      const row = rows[0];
      if (!row) throw new NotFound();
      if (row.state !== 'waiting' && row.state !== 'running') return toJob(row);
      // A job whose kind belongs to another release is kept for a week, like jobs of most kinds.
      const keptDays = this.kinds.find(row.kind)?.keptDays ?? 7;
      const cancelled = await ended(id, { state: 'cancelled', keptDays }, tx);
      await tell(cancelled, tx, this.database.notices);
      return toJob(cancelled);
    });
  }

  /**
   * Marks the end of a job as seen by the user who began it. Has no effect on an active job.
   * @throws NotFound if another user began the job
   */
  async putAway({ customerId, userId }: Principal, id: string): Promise<void> {
    const { rowCount } = await this.database.query(
      `update parley.job set is_put_away = ended_at is not null where id = $1 and customer_id = $2 and user_id = $3`,
      [id, customerId, userId],
    );
    if (rowCount === 0) throw new NotFound();
  }

  /** @throws NotFound if the viewer may not see the job, it made no file or the file has expired */
  async file(viewer: Principal, id: string): Promise<JobFileResponse> {
    const { file, file_path: path, expires_at: expiresAt } = await this.rowOf(viewer, id);
    if (!file || !expiresAt || expiresAt.getTime() <= Date.now()) throw new NotFound();
    const { name: fileName, contentType } = file;
    return { url: await this.storage.signedUrl(path, { contentType, fileName, inline: false }) };
  }

  private async rowOf({ customerId, userId, role }: Principal, id: string): Promise<JobRow> {
    const { rows } = await this.database.query<JobRow>(
      'select * from parley.job where id = $1 and customer_id = $2 and (user_id = $3 or kind = any($4))',
      [id, customerId, userId, this.kinds.overseenBy(role)],
    );
    if (!rows[0]) throw new NotFound();
    return rows[0];
  }

  /** @returns the existing job with this id if its organisation, user and kind are the same, otherwise null */
  private async begunAs(id: string, { customerId, userId, kind }: NewJob, tx: Sql): Promise<Job | null> {
    const { rows } = await tx.query<JobRow>(
      'select * from parley.job where id = $1 and customer_id = $2 and user_id = $3 and kind = $4',
      [id, customerId, userId, kind],
    );
    return rows[0] ? toJob(rows[0]) : null;
  }
}

/** @throws Rejected `too_many_jobs` above MAX_ACTIVE active jobs */
async function requireRoom(customerId: string, tx: Sql): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from parley.job where customer_id = $1 and state in ('waiting', 'running')`,
    [customerId],
  );
  if (rows[0]!.count > MAX_ACTIVE) throw new Rejected('too_many_jobs');
}

/**
 * Adds the items of a job.
 * @throws Rejected `job_too_large` above `most` items
 */
async function fill(
  { id }: JobRow,
  { text, values }: NonNullable<NewJob['items']>,
  most: number,
  tx: Sql,
): Promise<JobRow> {
  const { rowCount } = await tx.query(
    `insert into parley.job_item (job_id, position, key, payload)
     select $${values.length + 1}, row_number() over (), key, payload from (${text} limit ${most + 1}) items`,
    [...values, id],
  );
  const total = rowCount ?? 0;
  if (total > most) throw new Rejected('job_too_large');
  const { rows } = await tx.query<JobRow>('update parley.job set total = $2 where id = $1 returning *', [
    id,
    total,
  ]);
  return rows[0]!;
}
