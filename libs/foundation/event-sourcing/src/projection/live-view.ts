import type { Principal } from '@parley/platform/http/principal';

/** A row to push. */
export interface LiveRow<Viewer, Access> {
  id: string;
  access: Access;
  /** The row as a viewer is shown it. Viewers who are shown the same get the same object, which is encoded once. */
  shownTo(viewer: Viewer): object;
}

/** A row of a thread to push. */
export interface ThreadRow {
  id: string;
  parentId: string;
  row: object;
  visibleTo?(principal: Principal): boolean;
}

/** The rows inside of one row of a live view, such as the entries of a thread. A window follows those of one row at a time. */
export interface LiveThread {
  /** The name of the view whose changes are pushed, and of the pushes. Its changes name the row as their `parentId`. */
  view: string;
  /**
   * Rows that changed, as they are now. Their parents were checked; a row that not everybody who sees its parent may see
   * says who does.
   */
  rowsFor(customerId: string, ids: string[]): Promise<ThreadRow[]>;
}

/**
 * A view whose rows open windows are shown as they change. A context registers it with its `Feature`; the realtime role
 * pushes, resumes, resets and keeps presence by what it says.
 * @template Viewer what decides which rows somebody sees: data that `JSON.stringify` tells apart
 * @template Access what the view's changes hold as `before` and `after`
 */
export interface LiveView<Viewer = unknown, Access = unknown> {
  /** The name of the view whose changes are pushed, and of the pushes. */
  view: string;
  /** As a route requires it, `inbox:read`. A user who lacks it gets nothing of the view and may ask nothing of it. */
  ability: `${string}:${string}`;
  /** What a row is called in the room of those who follow it: `conversation` for `conversation-<id>`. */
  room: string;
  thread?: LiveThread;
  /** Client events about one row: the server opens them, names their sender, and passes them on to who sees the row. */
  signals?: readonly string[];
  /** By a signal, the one that is said for its sender whose connection goes before they have said it. */
  endings?: Readonly<Record<string, string>>;
  viewerOf(principal: Principal): Promise<Viewer>;
  /** Whether a viewer may see a row of their own organisation. */
  visibleTo(viewer: Viewer, access: Access): boolean;
  /**
   * Whether changes of access may have changed what this viewer sees.
   * @param ids of the users, channels and organisations that the changes name
   */
  isConcerned(viewer: Viewer, ids: ReadonlySet<string>): boolean;
  /** Who may see these rows; those that are not there are left out. */
  accessOf(customerId: string, ids: string[]): Promise<Map<string, Access>>;
  /** Rows that changed, as they are now; those that are not there are left out. */
  rowsFor(customerId: string, ids: string[], viewers: Viewer[]): Promise<LiveRow<Viewer, Access>[]>;
  /** What goes with the rows of each push, such as counts: one for each of the viewers, in their order. */
  besidesFor?(customerId: string, viewers: Viewer[]): Promise<object[]>;
}
