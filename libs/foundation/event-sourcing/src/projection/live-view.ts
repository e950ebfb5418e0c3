import type { Principal } from '@parley/platform/http/principal';

export interface LiveRow<Viewer, Access> {
  id: string;
  access: Access;
  /** The row as a viewer may see it. Viewers with the same content get the same object, which is encoded once. */
  shownTo(viewer: Viewer): object;
}

export interface ThreadRow {
  id: string;
  parentId: string;
  row: object;
  visibleTo?(principal: Principal): boolean;
}

/**
 * The rows within one row of a live view, such as the entries of a conversation. A window follows those of one row at
 * a time.
 */
export interface LiveThread {
  /**
   * Name of the view whose changes are pushed, and of the pushes. Its changes contain the outer row's id as
   * `parentId`.
   */
  view: string;
  /**
   * Returns changed rows as they are now. Access to their parents was checked; a row with narrower access has
   * `visibleTo`.
   */
  rowsFor(customerId: string, ids: string[]): Promise<ThreadRow[]>;
}

/**
 * A view whose rows are pushed to open windows. A context registers it with its `Feature`; the realtime role uses it
 * to push, resume, reset and keep presence.
 * @template Viewer data that decides which rows a user sees, serialisable with `JSON.stringify`
 * @template Access the view's `before` and `after` of a change
 */
export interface LiveView<Viewer = unknown, Access = unknown> {
  /** Name of the view whose changes are pushed, and of the pushes. */
  view: string;
  /** The ability as in a route, `inbox:read`. Users without it get no pushes of the view and may not query it. */
  ability: `${string}:${string}`;
  /** Prefix of the room of a row's followers: `conversation` for `conversation-<id>`. */
  room: string;
  thread?: LiveThread;
  /**
   * Client events about a row: the server validates them, adds their sender, and passes them on to users who see the
   * row.
   */
  signals?: readonly string[];
  /**
   * By a client event, the event that the server sends for a user whose connection ends before they sent it
   * themselves.
   */
  endings?: Readonly<Record<string, string>>;
  viewerOf(principal: Principal): Promise<Viewer>;
  visibleTo(viewer: Viewer, access: Access): boolean;
  /**
   * Whether changes of access may affect this viewer.
   * @param ids the ids of the users, channels and organisations in the changes
   */
  isConcerned(viewer: Viewer, ids: ReadonlySet<string>): boolean;
  /** The access data of rows by id; missing rows are omitted. */
  accessOf(customerId: string, ids: string[]): Promise<Map<string, Access>>;
  /** Changed rows as they are now; missing rows are omitted. */
  rowsFor(customerId: string, ids: string[], viewers: Viewer[]): Promise<LiveRow<Viewer, Access>[]>;
  /** Data that accompanies the rows of each push, such as counts: one object per viewer, in their order. */
  besidesFor?(customerId: string, viewers: Viewer[]): Promise<object[]>;
}
