import fc from 'fast-check';
import { chatSorts, compareChats, matchesFilter, type ChatFilter } from '@parley/contracts/api/chat-filters';
import { isInList } from '@parley/contracts/api/chat-lists';
import type { Chat, ListCount, Page } from '@parley/contracts/api/conversations';
import type { InboxPush } from '@parley/contracts/push/index';
import { chat } from '../../../testing/chat';
import { applyPushToChat, applyPushToCounts, applyPushToPage } from './inbox-push';
import type { ListKey } from './list-page';

const viewer = { userId: 'me', expandedTeamFilter: false };
const perPage = 3;

const position = (value: number) => String(value).padStart(20, '0');
const keyOf = (key: Partial<ListKey>): ListKey => ({
  list: 'new',
  teamId: null,
  page: 1,
  sortBy: 'newestEntry',
  filter: {},
  ...key,
});
const listed = (all: Chat[], { list, teamId, sortBy, filter }: ListKey) =>
  all
    .filter((row) => isInList(row, list, viewer, teamId) && matchesFilter(row, filter))
    .sort((a, b) => compareChats(a, b, sortBy));

/** The response that the server would return for a page of these conversations. */
function fresh(all: Chat[], key: ListKey, at: number): Page<Chat> {
  const rows = listed(all, key);
  const data = rows.slice((key.page - 1) * perPage, key.page * perPage);
  const pageCount = Math.ceil(rows.length / perPage);
  return {
    data,
    count: data.length,
    total: rows.length,
    page: key.page,
    pageCount,
    perPage,
    position: position(at),
    stale: false,
  };
}

const countsOf = (all: Chat[]): ListCount[] =>
  (['new', 'personal', 'archived'] as const).map((list) => ({
    list,
    teamId: null,
    count: listed(all, keyOf({ list })).length,
    unread: 0,
  }));

const push = (all: Chat[], rows: Chat[], gone: string[], at: number): InboxPush => ({
  view: 'inbox',
  position: position(at),
  rows,
  gone,
  counts: countsOf(all),
  liveAt: null,
});

const time = fc.integer({ min: 0, max: 9 }).map((minute) => `2026-11-14T10:0${minute}:00.000Z`);
const anyChat = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    lastEntryTime: time,
    assignedUserId: fc.constantFrom(null, 'me', 'eva'),
    status: fc.constantFrom('open' as const, 'closed' as const),
    waitingSince: fc.option(time),
    read: fc.boolean(),
    tagIds: fc.subarray(['refund', 'vip']),
  })
  .map(({ id, ...rest }) => chat(id, rest));
const filter = fc.constantFrom<ChatFilter>(
  {},
  {},
  { read: false },
  { tags: ['vip'] },
  { keyword: 'a', userIds: ['me', 'eva'] },
);
const chats = fc.uniqueArray(anyChat, { selector: (row) => row.id, maxLength: 8 });

test('a page after any push equals a newly fetched page, or is marked for fetching', () => {
  let complete = 0;
  fc.assert(
    fc.property(
      chats,
      chats,
      fc.subarray(['a', 'b', 'c']),
      fc.constantFrom('new' as const, 'personal' as const, 'archived' as const),
      fc.constantFrom(1, 2),
      fc.constantFrom(...chatSorts),
      filter,
      (before, changed, gone, list, page, sortBy, narrowed) => {
        const key = keyOf({ list, page, sortBy, filter: narrowed });
        const rows = changed.filter((row) => !gone.includes(row.id));
        const ids = new Set([...rows.map((row) => row.id), ...gone]);
        const after = [...before.filter((row) => !ids.has(row.id)), ...rows];
        const news = push(after, rows, gone, 2);
        const applied = applyPushToPage(fresh(before, key, 1), key, news, viewer);
        if (!applied.isComplete) return;
        complete += 1;
        expect(applied.page).toEqual(fresh(after, key, 2));
        expect(applyPushToPage(applied.page, key, news, viewer).page).toEqual(applied.page);
      },
    ),
    { numRuns: 2000 },
  );
  expect(complete).toBeGreaterThan(500);
});

test('inserts a new conversation at the top of a full first page and drops the last row', () => {
  const all = ['a', 'b', 'c'].map((id) => chat(id));
  const key = keyOf({});
  const added = chat('z', { lastEntryTime: '2026-11-14T11:00:00.000Z' });
  const { page, isComplete } = applyPushToPage(
    fresh(all, key, 1),
    key,
    push([...all, added], [added], [], 2),
    viewer,
  );
  expect(isComplete).toBe(true);
  expect(page.data.map((row) => row.id)).toEqual(['z', 'c', 'b']);
  expect(page).toMatchObject({ total: 4, pageCount: 2, position: position(2) });
});

test('marks a first page that loses a row for fetching if there are further pages', () => {
  const all = ['a', 'b', 'c', 'd'].map((id) => chat(id));
  const key = keyOf({});
  const taken = chat('d', { assignedUserId: 'me' });
  const news = push([...all.slice(0, 3), taken], [taken], [], 2);
  expect(applyPushToPage(fresh(all, key, 1), key, news, viewer).isComplete).toBe(false);
});

test('marks a second page for fetching if a row before it left, although the page stays full', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => chat(id));
  const key = keyOf({ page: 2 });
  const [first] = listed(all, key);
  const left = all.filter((row) => row !== first);
  for (const news of [push(left, [], [first!.id], 2), push(left, [{ ...first!, status: 'closed' }], [], 2)])
    expect(applyPushToPage(fresh(all, key, 1), key, news, viewer).isComplete).toBe(false);
});

test('marks a page of a filtered list with further pages for fetching after a push of a row that is not on it', () => {
  const all = ['a', 'b', 'c', 'd'].map((id) => chat(id));
  const key = keyOf({ filter: { read: false } });
  const read = chat('a', { read: true });
  const other = push([...all.slice(1), read], [read], [], 2);
  expect(applyPushToPage(fresh(all, key, 1), key, other, viewer).isComplete).toBe(false);
});

test('keeps the capped total of a list that is too long to count', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((id) => chat(id));
  const key = keyOf({ filter: { keyword: 'a' } });
  const page: Page<Chat> = { ...fresh(all, keyOf({}), 1), total: 3, isTotalCapped: true };
  const { page: after } = applyPushToPage(page, key, push(all, [], ['a'], 2), viewer);
  expect([after.total, after.isTotalCapped]).toEqual([3, true]);
});

test('updates a filtered list that fits on one page without fetching it', () => {
  const key = keyOf({ filter: { read: false } });
  const read = chat('a', { read: true });
  const { page, isComplete } = applyPushToPage(
    fresh([chat('a'), chat('b')], key, 1),
    key,
    push([read, chat('b')], [read], [], 2),
    viewer,
  );
  expect([page.data.map((row) => row.id), page.total, isComplete]).toEqual([['b'], 1, true]);
});

test('ignores a push that is older than the page', () => {
  const key = keyOf({});
  const page = fresh([chat('a')], key, 5);
  expect(applyPushToPage(page, key, push([], [], ['a'], 4), viewer)).toEqual({ page, isComplete: true });
});

test('replaces all counts by those of the push', () => {
  const counts = {
    data: [{ list: 'team' as const, teamId: 'gone', count: 1, unread: 1 }],
    position: position(1),
    stale: false,
  };
  const news = push([chat('a')], [], [], 2);
  expect(applyPushToCounts(counts, news)).toEqual({ data: news.counts, position: position(2), stale: false });
});

test('an open conversation takes its pushed row, becomes null when it is no longer visible, and comes back', () => {
  const response = { chat: chat('a'), position: position(1), stale: false };
  const read = chat('a', { read: true, unreadMessages: 0 });
  const after = { chat: read, position: position(2), stale: false };
  expect(applyPushToChat('a', response, push([read], [read], [], 2))).toEqual(after);
  expect(applyPushToChat('a', response, push([], [], ['a'], 2))).toBeNull();
  expect(applyPushToChat('a', null, push([chat('b')], [], [], 2))).toBeNull();
  expect(applyPushToChat('a', null, push([read], [read], [], 2))).toEqual(after);
});
