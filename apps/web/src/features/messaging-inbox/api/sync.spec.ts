import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Chat, ChatEntry, Page } from '@parley/contracts/api/conversations';
import type { InboxPush, TranscriptPush } from '@parley/contracts/push/index';
import { RequestFailed } from '../../../lib/problem';
import { chat } from '../../../testing/chat';
import type { ListKey } from '../cache/list-page';
import { messaging } from '../messaging';
import { chatQuery, countsQuery, listQuery } from './queries';
import { chatInLists, pushListener } from './sync';

const viewer = { userId: 'me', expandedTeamFilter: false };
const key: ListKey = { list: 'new', teamId: null, page: 1, sortBy: 'newestEntry', filter: {} };

const older = { lastEntryTime: '2026-11-14T09:00:00.000Z' };
const entry = (id: string, changes: Partial<ChatEntry> = {}) =>
  ({ id, chatId: 'a', time: `2026-11-14T10:0${id}:00.000Z`, position: `0${id}`, ...changes }) as ChatEntry;

/** The fake server's responses to the queries of a window that shows conversation `a`. */
interface Answers {
  position: string;
  chats: Chat[];
  unread: number;
  entries: ChatEntry[];
}

function pageOf({ chats, position }: Answers): Page<Chat> {
  const sizes = { count: chats.length, total: chats.length, page: 1, pageCount: 1, perPage: 50 };
  return { data: chats, position, ...sizes, stale: false };
}

const countsOf = ({ unread, position, chats }: Answers) => ({
  data: [{ list: 'new' as const, teamId: null, count: chats.length, unread }],
  position,
  stale: false,
});

function opened(answers: Answers) {
  const client = new QueryClient();
  const { position, chats, entries } = answers;
  client.setQueryData(listQuery(key, viewer).queryKey, pageOf(answers));
  client.setQueryData(countsQuery(undefined).queryKey, countsOf(answers));
  client.setQueryData(chatQuery('a').queryKey, { chat: chats[0]!, position, stale: false });
  client.setQueryData(messaging.transcripts.query('a').queryKey, {
    pages: [{ data: entries, hasOlder: false, hasNewer: false, position }],
    pageParams: [null],
  });
  for (const each of entries)
    client.setQueryData(messaging.transcripts.entryQuery('a', each.id).queryKey, {
      entry: each,
      position,
      stale: false,
    });
  return { client, listener: pushListener(client, viewer) };
}

const shownIn = (client: QueryClient) => ({
  page: client.getQueryData(listQuery(key, viewer).queryKey),
  counts: client.getQueryData(countsQuery(undefined).queryKey),
  chat: client.getQueryData(chatQuery('a').queryKey)?.chat,
  entries: client.getQueryData(messaging.transcripts.query('a').queryKey)?.pages[0]?.data,
  quoted: client.getQueryData(messaging.transcripts.entryQuery('a', '1').queryKey)?.entry,
});

const before: Answers = {
  position: '05',
  chats: [chat('a'), chat('b', older)],
  unread: 2,
  entries: [entry('1')],
};

function inboxPush(after: Answers, gone: string[] = []): InboxPush {
  const { data: counts } = countsOf(after);
  return { view: 'inbox', position: after.position, rows: after.chats, gone, counts, liveAt: null };
}

describe('A push changes the cache to the data that a newly opened window would fetch:', () => {
  test('updates rows that changed', () => {
    const { client, listener } = opened(before);
    const chats = [chat('a', { unreadMessages: 0, tagIds: ['urgent'] }), chat('b', older)];
    const after = { ...before, position: '06', chats, unread: 1 };
    listener.onPush(inboxPush(after));
    expect(shownIn(client)).toEqual(shownIn(opened(after).client));
  });

  test('removes rows that the user no longer sees, with everything that was loaded for them', () => {
    const { client, listener } = opened(before);
    const after = { ...before, position: '06', chats: [chat('b', older)], unread: 1 };
    listener.onPush(inboxPush(after, ['a']));
    const { page, counts } = shownIn(opened(after).client);
    expect(shownIn(client)).toEqual({ page, counts });
  });

  test('updates and removes entries of a thread, including quoted ones', () => {
    const { client, listener } = opened(before);
    const entries = [entry('2'), entry('1', { isEdited: true })];
    const push: TranscriptPush = { view: 'transcript', position: '06', chatId: 'a', rows: entries, gone: [] };
    listener.onPush(push);
    expect(shownIn(client)).toEqual(shownIn(opened({ ...before, entries }).client));
    listener.onPush({ ...push, position: '07', rows: [], gone: ['2'] });
    expect(shownIn(client).entries).toEqual([entries[1]]);
  });

  test('refetches every query of a view after its reset, and none of the other view', async () => {
    for (const view of ['inbox', 'transcript'] as const) {
      const { client, listener } = opened(before);
      await listener.reset({ view, reset: true });
      const stale = client
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.isInvalidated)
        .map(({ queryKey }) => queryKey[0]);
      expect(stale).toEqual(Array.from({ length: view === 'inbox' ? 3 : 2 }, () => view));
    }
  });
});

/** A thread as fetched at position `05`, with a single entry. */
function fetchedAt05(chatId: string) {
  const page = { data: [entry('1', { chatId })], hasOlder: false, hasNewer: false, position: '05' };
  return { pages: [page], pageParams: [null] };
}

function entryPush(chatId: string, position: string, id: string): TranscriptPush {
  return { view: 'transcript', position, chatId, rows: [entry(id, { chatId })], gone: [] };
}

function idsIn(client: QueryClient, chatId: string) {
  return client
    .getQueryData(messaging.transcripts.query(chatId).queryKey)
    ?.pages[0]?.data.map(({ id }) => id);
}

test('applies pushes that arrived while a thread was fetched once, and writes nothing on a second call', () => {
  const client = new QueryClient();
  const { queryKey } = messaging.transcripts.query('late');
  pushListener(client, viewer).onPush(entryPush('late', '06', '2'));
  client.setQueryData(queryKey, fetchedAt05('late'));
  messaging.transcripts.catchUp(client, 'late');
  expect(idsIn(client, 'late')).toEqual(['2', '1']);

  const caughtUp = client.getQueryData(queryKey);
  messaging.transcripts.catchUp(client, 'late');
  // The second call wrote nothing: a component that catches up on every change of the cache would loop otherwise.
  expect(client.getQueryData(queryKey)).toBe(caughtUp);
});

test('applies a push to a thread that has not caught up yet without losing earlier pushes', () => {
  const client = new QueryClient();
  const { queryKey } = messaging.transcripts.query('behind');
  const listener = pushListener(client, viewer);
  client.setQueryData(queryKey, fetchedAt05('behind'));
  listener.onPush(entryPush('behind', '06', '2'));
  // A page that was requested before the push now replaces the cached one.
  client.setQueryData(queryKey, fetchedAt05('behind'));
  listener.onPush(entryPush('behind', '07', '3'));
  expect(idsIn(client, 'behind')).toEqual(['3', '2', '1']);
});

const windows: QueryClient[] = [];
// The timers of the query caches would keep the test from ending.
afterEach(() => {
  windows.splice(0).forEach((client) => client.clear());
  jest.useRealTimers();
});

/** A window that opened conversation `a` from its list row, although the server no longer has the conversation. */
function openedFromList() {
  const client = new QueryClient();
  windows.push(client);
  client.setQueryData(listQuery(key, viewer).queryKey, pageOf(before));
  const shown = new QueryObserver(client, {
    ...chatQuery('a'),
    initialData: () => chatInLists(client, 'a'),
    queryFn: () => Promise.reject(new RequestFailed('not_found', 404)),
    retry: false,
  });
  return { client, shown, listener: pushListener(client, viewer) };
}

test('restores a removed conversation that is open after a push about it, but not after a push about another one', async () => {
  const { shown, listener } = openedFromList();
  const failed = new Promise((resolve) => shown.subscribe(({ isError }) => isError && resolve(isError)));
  expect(shown.getCurrentResult().data?.chat.id).toBe('a');
  const after = { ...before, position: '06', chats: [chat('b', older)] };
  listener.onPush(inboxPush(after, ['a']));
  expect(shown.getCurrentResult().data).toBeUndefined();
  await failed;
  listener.onPush(inboxPush({ ...after, position: '07' }));
  expect(shown.getCurrentResult()).toMatchObject({ data: undefined, isError: true });
  listener.onPush(inboxPush({ ...before, position: '08' }));
  expect(shown.getCurrentResult()).toMatchObject({ data: { chat: { id: 'a' } }, error: null });
});

test('forgets a conversation that was removed and is no longer shown, so that opening it fetches it again', () => {
  const { client, shown, listener } = openedFromList();
  shown.subscribe(() => undefined)();
  listener.onPush(inboxPush({ ...before, position: '06', chats: [chat('b', older)] }, ['a']));
  expect(client.getQueryState(chatQuery('a').queryKey)).toBeUndefined();
});

test('does not take a conversation from a list that missed pushes', async () => {
  const { client, listener } = openedFromList();
  const other = { ...key, page: 2 };
  await listener.reset({ view: 'inbox', reset: true });
  expect(chatInLists(client, 'a')).toBeUndefined();
  const now = pageOf({ ...before, position: '08', chats: [chat('a', { tagIds: ['now'] })] });
  client.setQueryData(listQuery(other, viewer).queryKey, now);
  expect(chatInLists(client, 'a')).toMatchObject({ position: '08', chat: { tagIds: ['now'] } });
});

test('applies pushes to a conversation whose list page is waiting for its refetch', () => {
  jest.useFakeTimers();
  const client = new QueryClient();
  windows.push(client);
  const { queryKey } = listQuery({ ...key, page: 2 }, viewer);
  const { onPush } = pushListener(client, viewer);
  const fetched = (answers: Answers) =>
    client.setQueryData(queryKey, { ...pageOf(answers), page: 2, pageCount: 2 });
  fetched(before);
  onPush(inboxPush({ ...before, position: '06' }));
  // The page was fetched a moment ago, so the next refetch is delayed.
  fetched({ ...before, position: '06' });
  const chats = [chat('a', { tagIds: ['now'] })];
  onPush(inboxPush({ ...before, position: '07', chats }));
  expect(client.getQueryData(queryKey)?.position).toBe('06');
  expect(chatInLists(client, 'a')).toMatchObject({ position: '07', chat: { tagIds: ['now'] } });
  onPush(inboxPush({ ...before, position: '08', chats: [] }, ['a']));
  expect(chatInLists(client, 'a')).toBeUndefined();
});
