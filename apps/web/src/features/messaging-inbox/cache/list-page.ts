import {
  compareChats,
  matchesFilter,
  type ChatFilter,
  type ChatSort,
} from '@parley/contracts/api/chat-filters';
import { isInList, type ListViewer } from '@parley/contracts/api/chat-lists';
import type { Chat, ChatList, ListCount, Page } from '@parley/contracts/api/conversations';

/** What names a page of a list, and its place in the cache. */
export interface ListKey {
  /** Left out: that of messages. */
  inbox?: 'email';
  list: ChatList;
  teamId: string | null;
  page: number;
  sortBy: ChatSort;
  filter: ChatFilter;
}

/** What is known to have changed: whole rows, and ids that this viewer no longer sees. */
export interface ChatChanges {
  rows: Chat[];
  gone: string[];
  /** Every list's count after the change; absent when it is not known. */
  counts?: ListCount[];
}

export interface AppliedPage {
  page: Page<Chat>;
  /** False when rows that the cache has never seen belong on the page: it has to be fetched. */
  isComplete: boolean;
}

/** Changes a page the way a fresh query would show it. Never mutates; applying the same changes twice is applying them once. */
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
  // A later page moves by a row for each that came before it or left.
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

/** The page to go to instead of one beyond the end of its list; null where the page has rows, or is the only one. */
export function pageInstead({ data, page, pageCount }: Page<Chat>): number | null {
  return data.length > 0 || page === 1 ? null : Math.max(1, Math.min(pageCount, page - 1));
}

function totalAfter(
  page: Page<Chat>,
  key: ListKey,
  { rows, gone, counts }: ChatChanges,
  listed: Chat[],
): number {
  // There are more than anybody has counted.
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

/** No push counts what a filter lets through: of rows on other pages nobody knows whether they were let through before. */
function isTotalKnown(page: Page<Chat>, { rows, gone }: ChatChanges, listed: Chat[], total: number): boolean {
  if (page.total === page.data.length && total <= page.perPage) return true;
  const known = new Set(page.data.map((chat) => chat.id));
  const staying = new Set(listed.map((chat) => chat.id));
  return rows.every(({ id }) => known.has(id) && staying.has(id)) && gone.length === 0;
}

/** The first page takes rows in at the top. Below its last row lies what the cache cannot know. */
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

/** A later page shifts with every change before it: only rows that stay in their place can be changed. */
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
