export const jobStates = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
/** A job waits until its first step, and ends as one of the last three. */
export type JobState = (typeof jobStates)[number];

/** Long work on many items. It goes on without the window that began it. */
export interface Job {
  id: string;
  /** Which work it is: `assign-all`. */
  kind: string;
  /** Who began it. */
  userId: string;
  /** What its kind says of it to those who see it. */
  about: Record<string, unknown>;
  state: JobState;
  /** Whether `total` counts all of its items: false while they are still being found. */
  isCounted: boolean;
  total: number;
  /** How the items ended so far. */
  done: number;
  skipped: number;
  failed: number;
  /** Why the job failed; null where it has not. */
  code: string | null;
  /** The file that it made, until that expires. */
  file: { name: string; expiresAt: string } | null;
  /** ISO 8601 UTC, as all that follow. */
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}

/** An item that was not done. */
export interface JobItem {
  /** From 1, in the order in which the items are worked on. */
  position: number;
  /** The id of what the item is about. */
  key: string;
  /** What that is called; null where the viewer may not see it, or it is gone. */
  name: string | null;
  result: 'skipped' | 'failed';
  /** Why, as a code. */
  code: string;
}

/** GET /api/v3/jobs, the newest first. */
export interface JobsResponse {
  data: Job[];
  /** Names the next page as `before`; null on the last one. */
  next: string | null;
}

/** GET /api/v3/jobs/{id}/items */
export interface JobItemsResponse {
  data: JobItem[];
  /** Names the next page as `after`; null on the last one. */
  next: number | null;
}

/** GET /api/v3/jobs/{id}/file */
export interface JobFileResponse {
  /** Opens the file for a few minutes. */
  url: string;
}

/** How many items of a job have ended. */
export function endedItems({ done, skipped, failed }: Pick<Job, 'done' | 'skipped' | 'failed'>): number {
  return done + skipped + failed;
}

/** Whether a job still goes on. */
export function isActive({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
