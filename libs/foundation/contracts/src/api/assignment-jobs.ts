import type { ChatList } from './conversations';
import type { Job } from './jobs';

/** The kind of job that assigns all conversations of a list that match. */
export const ASSIGN_ALL = 'assign-all';

/** What such a job says of itself. */
export interface AboutAssignAll {
  list: ChatList;
  /** The team whose list it is, if of one. */
  teamId: string | null;
  /** One of the two. */
  to: { userId: string | null; teamId: string | null };
}

/** The same of a job of that kind. */
export function aboutAssignAll({ about }: Job): AboutAssignAll {
  return about as unknown as AboutAssignAll;
}
