import {
  compareChats,
  matchesFilter,
  type ChatFilter,
  type ChatSort,
} from '@parley/contracts/api/chat-filters';
import { isInList, type ListViewer } from '@parley/contracts/api/chat-lists';
import type { Chat, ChatList, ListCount, Page } from '@parley/contracts/api/conversations';

/** Identifies a page of a list in requests and in the cache. */
export interface ListKey {
  /** Absent for the inbox of messages. */
  inbox?: 'email';
  list: ChatList;
  teamId: string | null;
  page: number;
  sortBy: ChatSort;
  filter: ChatFilter;
}

/** Changes to lists: complete rows, and ids of conversations that this viewer no longer sees. */
export interface ChatChanges {
  rows: Chat[];
  gone: string[];
  /** The count of every list after the change; missing if unknown. */
  counts?: ListCount[];
}

export interface AppliedPage {
  page: Page<Chat>;
  /** False if the page must be fetched, because rows that the cache does not have belong on it. */
  isComplete: boolean;
}

/**
 * Changes a page to the result of a new fetch. Does not mutate its arguments; applying the same changes twice has no
 * further effect.
 */
export function applyToPage(
  page: Page<Chat>,
  key: ListKey,
  changes: ChatChanges,
  viewer: ListViewer,
): AppliedPage {
  const listed = changes.rows.filter(
    (row) =>
      (row.platform === 'email') === (key.inbox === 'email') &&
      isInList(row, key.list, viewer, key.teamId) &&
      matchesFilter(row, key.filter),
  );
  const total = totalAfter(page, key, changes, listed);
  // A page other than the first shifts by one row for each row that is added or removed before it.
  if (key.page > 1 && total !== page.total) return { page, isComplete: false };
  const data =
    key.page === 1 ? firstPage(page, key, changes, listed) : updateInPlace(page, key, changes, listed);
  if (!data) return { page, isComplete: false };
  const pageCount = Math.ceil(total / page.perPage);
  const expected = Math.max(0, Math.min(page.perPage, total - (key.page - 1) * page.perPage));
  return {
    page: { ...page, data, count: data.length, total, pageCount },
    isComplete: data.length === expected && (isWhole(key) || isTotalKnown(page, changes, listed, total)),
  };
}

/**
 * Number of the page to show in place of a page beyond the end of its list; null if the page has rows or is the
 * first.
 */
export function pageInstead({ data, page, pageCount }: Page<Chat>): number | null {
  return data.length > 0 || page === 1 ? null : Math.max(1, Math.min(pageCount, page - 1));
}

function totalAfter(
  page: Page<Chat>,
  key: ListKey,
  { rows, gone, counts }: ChatChanges,
  listed: Chat[],
): number {
  // The server stopped counting at a maximum, so the total stays the same.
  if (page.isTotalCapped) return page.total;
  if (counts && isWhole(key)) {
    return counts.find((line) => line.list === key.list && line.teamId === key.teamId)?.count ?? 0;
  }
  const known = new Set(page.data.map((chat) => chat.id));
  const staying = new Set(listed.map((chat) => chat.id));
  const entered = listed.filter((chat) => !known.has(chat.id)).length;
  const left = [...rows.map((row) => row.id), ...gone].filter(
    (id) => known.has(id) && !staying.has(id),
  ).length;
  return page.total + entered - left;
}

function isWhole({ filter }: ListKey): boolean {
  return Object.keys(filter).length === 0;
}

/**
 * Whether the new total of a list is certain. Pushes have no counts of filtered lists, and whether a changed row on
 * another page matched the filter before is unknown here.
 */
function isTotalKnown(page: Page<Chat>, { rows, gone }: ChatChanges, listed: Chat[], total: number): boolean {
  if (page.total === page.data.length && total <= page.perPage) return true;
  const known = new Set(page.data.map((chat) => chat.id));
  const staying = new Set(listed.map((chat) => chat.id));
  return rows.every(({ id }) => known.has(id) && staying.has(id)) && gone.length === 0;
}

/**
 * Inserts rows into the first page. Rows that sort below the page's last row are dropped, since unknown rows may come
 * before them.
 */
function firstPage(
  page: Page<Chat>,
  { sortBy }: ListKey,
  { rows, gone }: ChatChanges,
  listed: Chat[],
): Chat[] {
  const inOrder = (a: Chat, b: Chat) => compareChats(a, b, sortBy);
  const changed = new Set([...rows.map((row) => row.id), ...gone]);
  const kept = page.data.filter((chat) => !changed.has(chat.id));
  const end = page.total > page.data.length ? page.data.at(-1) : undefined;
  const placeable = end ? listed.filter((chat) => inOrder(chat, end) <= 0) : listed;
  return [...kept, ...placeable].sort(inOrder).slice(0, page.perPage);
}

/**
 * Updates rows of a page other than the first. Null if a row is added, removed or moved: the page then shifts by rows
 * that are not cached.
 */
function updateInPlace(
  page: Page<Chat>,
  { sortBy }: ListKey,
  { rows, gone }: ChatChanges,
  listed: Chat[],
): Chat[] | null {
  const before = new Map(page.data.map((chat) => [chat.id, chat]));
  const after = new Map(listed.map((chat) => [chat.id, chat]));
  const leaves = [...rows.map((row) => row.id), ...gone].some((id) => before.has(id) && !after.has(id));
  const moves = listed.some((chat) => {
    const known = before.get(chat.id);
    return !known || compareChats(known, chat, sortBy) !== 0;
  });
  if (leaves || moves) return null;
  return page.data.map((chat) => after.get(chat.id) ?? chat);
}
