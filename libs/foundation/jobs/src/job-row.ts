import type { Job, JobState } from '@parley/contracts/api/jobs';
import type { MadeFile, RunningJob } from '@parley/feature/job-kind';
import type { Sql } from '@parley/platform/database/database';
import type { Notices } from '@parley/platform/database/notices';
import { tell as tellWindows } from '@parley/realtime/news';

/** A row of parley.job. */
export interface JobRow {
  id: string;
  customer_id: string;
  kind: string;
  user_id: string;
  ip: string | null;
  params: unknown;
  about: Record<string, unknown>;
  state: JobState;
  code: string | null;
  finding: { after: unknown } | null;
  total: number;
  done: number;
  skipped: number;
  failed: number;
  reached: number;
  step: number;
  tries: number;
  file_path: string;
  file: MadeFile | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  expires_at: Date | null;
}

/** A job as the runner read it; recording the next step requires that it has not changed. */
export interface JobAtStep extends RunningJob {
  kind: string;
  finding: { after: unknown } | null;
  total: number;
  reached: number;
  step: number;
  tries: number;
  filePath: string;
}

export function toJob(row: JobRow): Job {
  const { id, kind, about, state, total, done, skipped, failed, code, file } = row;
  return {
    ...{ id, kind, userId: row.user_id, about, state, isCounted: row.finding === null },
    ...{ total, done, skipped, failed, code },
    file: file && row.expires_at ? { name: file.name, expiresAt: row.expires_at.toISOString() } : null,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

export function toJobAtStep(row: JobRow): JobAtStep {
  const { id, kind, ip, params, finding, total, reached, step, tries } = row;
  return {
    ...{ id, kind, ip, params, finding, total, reached, step, tries },
    ...{ customerId: row.customer_id, userId: row.user_id, filePath: row.file_path },
  };
}

/** Sends the job's state to the windows of the user who began it, once the transaction commits. */
export async function tell(row: JobRow, tx: Sql, notices: Notices): Promise<void> {
  await tellWindows(tx, notices, { to: { userId: row.user_id }, topic: 'job', payload: toJob(row) });
}
