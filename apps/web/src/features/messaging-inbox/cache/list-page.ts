import { isInList, type ListViewer } from '@parley/contracts/api/chat-lists';
import type { Chat, ChatList, ListCount, Page } from '@parley/contracts/api/conversations';

/** What names a page of a list, and its place in the cache. */
export interface ListKey {
  list: ChatList;
  teamId: string | null;
  page: number;
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

/** The order of every list: newest message first, as the server sorts. */
export function compareChats(a: Chat, b: Chat): number {
  if (a.lastEntryTime !== b.lastEntryTime) return a.lastEntryTime < b.lastEntryTime ? 1 : -1;
  return a.id < b.id ? 1 : a.id > b.id ? -1 : 0;
}

/** Changes a page the way a fresh query would show it. Never mutates; applying the same changes twice is applying them once. */
export function applyToPage(
  page: Page<Chat>,
  key: ListKey,
  changes: ChatChanges,
  viewer: ListViewer,
): AppliedPage {
  const listed = changes.rows.filter((row) => isInList(row, key.list, viewer, key.teamId));
  const total = totalAfter(page, key, changes, listed);
  const data = key.page === 1 ? firstPage(page, changes, listed) : updateInPlace(page, changes, listed);
  if (!data) return { page, isComplete: false };
  const pageCount = Math.ceil(total / page.perPage);
  const expected = Math.max(0, Math.min(page.perPage, total - (key.page - 1) * page.perPage));
  return {
    page: { ...page, data, count: data.length, total, pageCount },
    isComplete: data.length === expected,
  };
}

function totalAfter(
  page: Page<Chat>,
  key: ListKey,
  { rows, gone, counts }: ChatChanges,
  listed: Chat[],
): number {
  if (counts) {
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

/** The first page takes rows in at the top. Below its last row lies what the cache cannot know. */
function firstPage(page: Page<Chat>, { rows, gone }: ChatChanges, listed: Chat[]): Chat[] {
  const changed = new Set([...rows.map((row) => row.id), ...gone]);
  const kept = page.data.filter((chat) => !changed.has(chat.id));
  const end = page.total > page.data.length ? page.data.at(-1) : undefined;
  const placeable = end ? listed.filter((chat) => compareChats(chat, end) <= 0) : listed;
  return [...kept, ...placeable].sort(compareChats).slice(0, page.perPage);
}

/** A later page shifts with every change before it: only rows that stay in their place can be changed. */
function updateInPlace(page: Page<Chat>, { rows, gone }: ChatChanges, listed: Chat[]): Chat[] | null {
  const before = new Map(page.data.map((chat) => [chat.id, chat]));
  const after = new Map(listed.map((chat) => [chat.id, chat]));
  const leaves = [...rows.map((row) => row.id), ...gone].some((id) => before.has(id) && !after.has(id));
  const moves = listed.some((chat) => before.get(chat.id)?.lastEntryTime !== chat.lastEntryTime);
  if (leaves || moves) return null;
  return page.data.map((chat) => after.get(chat.id) ?? chat);
}
