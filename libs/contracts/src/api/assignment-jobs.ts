import type { ChatList } from './conversations';

/** All conversations of a list that matched, on their way to one user or team. */
export interface AssignmentJob {
  id: string;
  list: ChatList;
  /** The team whose list it is, if of one. */
  teamId: string | null;
  /** One of the two. */
  to: { userId: string | null; teamId: string | null };
  status: 'running' | 'done' | 'cancelled';
  /** What matched when it began; the rest is how each of them ended so far. */
  total: number;
  assigned: number;
  /** Somebody else assigned them meanwhile. */
  skipped: number;
  refused: number;
}

/** A conversation that was not assigned, and the code that says why. */
export interface RefusedAssignment {
  chatId: string;
  /** Of its contact; null where it is not to be seen any more. */
  name: string | null;
  code: string;
}

/** GET /api/v3/assignment-jobs/{id} */
export interface AssignmentJobResponse extends AssignmentJob {
  /** The first of those that were refused. */
  refusals: RefusedAssignment[];
}
