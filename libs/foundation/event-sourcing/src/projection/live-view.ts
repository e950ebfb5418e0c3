import type { Principal } from '@parley/platform/http/principal';

export interface LiveRow<Viewer, Access> {
  id: string;
  access: Access;
  /**
   * Returns the row as a viewer may see it. Viewers who may see the same get the same object, so that it is encoded
   * only once.
   */
  shownTo(viewer: Viewer): object;
}

export interface ThreadRow {
  id: string;
  parentId: string;
  row: object;
  visibleTo?(principal: Principal): boolean;
}

/**
 * The rows that belong to one row of a live view, such as the entries of a conversation. A window subscribes to the
 * thread of one row at a time.
 */
export interface LiveThread {
  /**
   * Name of the view whose changes are pushed, and of the pushes. Its changes contain the outer row's id as
   * `parentId`.
   */
  view: string;
  /**
   * Returns the current content of changed rows. The caller has checked access to their parents; a row that fewer
   * users may see has `visibleTo`.
   */
  rowsFor(customerId: string, ids: string[]): Promise<ThreadRow[]>;
}

/**
 * A view whose rows are pushed to open windows. A context registers it with its `Feature`. The realtime role uses it
 * to push changes, to resume or reset a window, and to keep presence.
 * @template Viewer data that decides which rows a user sees, serialisable with `JSON.stringify`
 * @template Access the access data of a row, which is a change's `before` and `after`
 */
export interface LiveView<Viewer = unknown, Access = unknown> {
  /** Name of the view whose changes are pushed, and of the pushes. */
  view: string;
  /**
   * Required ability in the form that routes use, such as `inbox:read`. Users without it get no pushes of the view
   * and may not query it.
   */
  ability: `${string}:${string}`;
  /** Prefix of the rooms of windows that follow a row: `conversation` for `conversation-<id>`. */
  room: string;
  thread?: LiveThread;
  /**
   * Names of events about a row that clients may send. The server validates each, adds its sender, and passes it on
   * to users who see the row.
   */
  signals?: readonly string[];
  /**
   * For each client event, the event that the server sends in its place when a user's connection ends before the user
   * has sent it, such as the end of typing.
   */
  endings?: Readonly<Record<string, string>>;
  viewerOf(principal: Principal): Promise<Viewer>;
  visibleTo(viewer: Viewer, access: Access): boolean;
  /**
   * Whether changes of access may affect what this viewer sees.
   * @param ids the ids of the users, channels and organisations in the changes
   */
  isConcerned(viewer: Viewer, ids: ReadonlySet<string>): boolean;
  /** The access data of rows by id; missing rows are omitted. */
  accessOf(customerId: string, ids: string[]): Promise<Map<string, Access>>;
  /** The current content of changed rows; missing rows are omitted. */
  rowsFor(customerId: string, ids: string[], viewers: Viewer[]): Promise<LiveRow<Viewer, Access>[]>;
  /** Data that accompanies the rows of each push, such as counts: one object per viewer, in their order. */
  besidesFor?(customerId: string, viewers: Viewer[]): Promise<object[]>;
}
