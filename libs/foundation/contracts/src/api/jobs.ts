export const jobStates = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
/** A job is `waiting` until its first step, and ends in one of the last three states. */
export type JobState = (typeof jobStates)[number];

/** Long work on many items; it continues if the window that started it is closed. */
export interface Job {
  id: string;
  /** Kind of work, such as `assign-all`. */
  kind: string;
  /** The user who started the job. */
  userId: string;
  /** Parameters of the job for display; the kind defines them. */
  about: Record<string, unknown>;
  state: JobState;
  /** False: the job is still finding its items, so `total` is not final. */
  isCounted: boolean;
  total: number;
  /** Number of items by result so far. */
  done: number;
  skipped: number;
  failed: number;
  /** Error code of a failed job; null for all others. */
  code: string | null;
  /** The file that the job made; null if there is none, or if it has expired. */
  file: { name: string; expiresAt: string } | null;
  /** ISO 8601 UTC, like all times of a job. */
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}

/** An item that was skipped or failed. */
export interface JobItem {
  /** Number in processing order, from 1. */
  position: number;
  /** Id of the item's object. */
  key: string;
  /** Name of the item's object; null if the viewer may not see it or it no longer exists. */
  name: string | null;
  result: 'skipped' | 'failed';
  /** Error code. */
  code: string;
}

/** GET /api/v3/jobs, newest first. */
export interface JobsResponse {
  data: Job[];
  /** Value of `before` for the next page; null on the last page. */
  next: string | null;
}

/** GET /api/v3/jobs/{id}/items */
export interface JobItemsResponse {
  data: JobItem[];
  /** Value of `after` for the next page; null on the last page. */
  next: number | null;
}

/** GET /api/v3/jobs/{id}/file */
export interface JobFileResponse {
  /** A URL that opens the file for a few minutes. */
  url: string;
}

export function endedItems({ done, skipped, failed }: Pick<Job, 'done' | 'skipped' | 'failed'>): number {
  return done + skipped + failed;
}

export function isActive({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
