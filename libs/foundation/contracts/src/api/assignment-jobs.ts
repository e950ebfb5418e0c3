import type { ChatList } from './conversations';
import type { Job } from './jobs';

/** Kind of the job that assigns all matching conversations of a list. */
export const ASSIGN_ALL = 'assign-all';

/** Parameters of a job of the kind `ASSIGN_ALL`. */
export interface AboutAssignAll {
  list: ChatList;
  /** The list's team; null if the list is not limited to a team. */
  teamId: string | null;
  /** Exactly one of the two is set. */
  to: { userId: string | null; teamId: string | null };
}

/** Parameters of a job of the kind `ASSIGN_ALL`. */
export function aboutAssignAll({ about }: Job): AboutAssignAll {
  return about as unknown as AboutAssignAll;
}
