import type { Role } from '@parley/contracts/events';
import type { Principal } from '@parley/platform/http/principal';

/** A running job as its kind sees it. */
export interface RunningJob {
  id: string;
  customerId: string;
  /** User who began the job; it runs with this user's rights. */
  userId: string;
  ip: string | null;
  /** Parameters that the job was begun with. */
  params: unknown;
}

/** An item that is to be added to a job. */
export interface NewItem {
  /** Id of the thing that the item is about. */
  key: string;
  /** JSON data that the kind needs to work on the item. */
  payload?: unknown;
}

export interface RunningItem extends Required<NewItem> {
  /** Unique to the item and the same at every try: the ids of its commands derive from it. */
  id: string;
}

/**
 * Result of an item. `skipped`: there was nothing to do. `failed`: the work was not possible. `code` is the reason.
 */
export type ItemOutcome = { result: 'done' } | { result: 'skipped' | 'failed'; code: string };

export interface MadeFile {
  name: string;
  contentType: string;
}

/** A kind of long work that a feature registers; libs/foundation/jobs runs it (ADR 18). */
export interface JobKind {
  /** Name in rows, metrics and texts, such as `assign-all`. */
  name: string;
  /** Maximum number of items per step; a crash repeats at most this many. */
  batch: number;
  /** Number of days for which an ended job is shown and its file can be opened. */
  keptDays: number;
  /**
   * Least role that sees and cancels jobs of other users in the organisation. The user who began a job may always do
   * both.
   */
  overseenBy: Role;
  /**
   * Finds further items of a job that was begun without any, one step at a time.
   * @param after `next` as returned by the previous step; null in the first step
   * @returns `next` as JSON; null after the last items
   */
  find?(job: RunningJob, after: unknown, signal: AbortSignal): Promise<{ items: NewItem[]; next: unknown }>;
  /**
   * Works on the next items. After a crash the same items come again, and none may take effect twice. The runner
   * retries after an error; if a CodedError persists, it fails the job with its code.
   * @param signal aborts when the step has taken too long or another process has taken over
   * @returns the result of each item, in the order of the items
   */
  process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]>;
  /**
   * Called when no item is left, and again after a crash.
   * @param path storage path for the file of the job, if it makes one
   */
  finish?(job: RunningJob, path: string, signal: AbortSignal): Promise<MadeFile | null>;
  /** @returns the names of the items that the viewer may see, by key */
  namesOf?(viewer: Principal, keys: string[]): Promise<ReadonlyMap<string, string>>;
}
