import type { Role } from '@parley/contracts/events';
import type { Principal } from '@parley/platform/http/principal';

/** A job as its kind works on it. */
export interface RunningJob {
  id: string;
  customerId: string;
  /** Who began it, and from where: it does what they may do. */
  userId: string;
  ip: string | null;
  /** What it was begun with. */
  params: unknown;
}

/** An item before it is part of a job. */
export interface NewItem {
  /** The id of what it is about. */
  key: string;
  /** What its kind needs to know of it: JSON. */
  payload?: unknown;
}

/** An item of a job. */
export interface RunningItem extends Required<NewItem> {
  /** The same however often the item is worked on, and no other item's: commands and what they make derive from it. */
  id: string;
}

/** How an item ended. `skipped`: nothing had to be done. `failed`: it could not be. */
export type ItemOutcome = { result: 'done' } | { result: 'skipped' | 'failed'; code: string };

/** A file that a job made. */
export interface MadeFile {
  name: string;
  contentType: string;
}

/** One kind of long work, which a feature registers. libs/foundation/jobs runs it (ADR 18). */
export interface JobKind {
  /** Names it in rows, metrics and texts: `assign-all`. */
  name: string;
  /** How many items a step works on: a crash repeats so many at most. */
  batch: number;
  /** For how many days a job that has ended can be looked at, and its file be opened. */
  keptDays: number;
  /** The least role that sees and cancels what others in the organisation began. Who began a job always may. */
  overseenBy: Role;
  /**
   * Finds further items of a job that was begun without any, a step at a time.
   * @param after what the step before gave as `next`; null at first
   * @returns `next`: JSON, or null where there are no more
   */
  find?(job: RunningJob, after: unknown, signal: AbortSignal): Promise<{ items: NewItem[]; next: unknown }>;
  /**
   * Works on the next items. After a crash it is asked for the same items again, and does nothing twice. What it
   * throws is tried again; a CodedError that remains fails the job with its code.
   * @param signal aborts when the step has taken too long, or another process has taken over
   * @returns how each item ended, in the order of the items
   */
  process(job: RunningJob, items: RunningItem[], signal: AbortSignal): Promise<ItemOutcome[]>;
  /**
   * Called when no item is left, and again after a crash.
   * @param path where the storage is to hold the file that the job makes, if it makes one
   */
  finish?(job: RunningJob, path: string, signal: AbortSignal): Promise<MadeFile | null>;
  /** What items are called, by their keys, of those that this viewer may see. */
  namesOf?(viewer: Principal, keys: string[]): Promise<ReadonlyMap<string, string>>;
}
