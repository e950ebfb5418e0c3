import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ChatFilter } from '@parley/contracts/api/chat-filters';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import type {
  Chat,
  ChatEntry,
  ChatResponse,
  CountsResponse,
  Page,
} from '@parley/contracts/api/conversations';
import { api, query } from '../../../lib/api-client';
import { applyPushToChat, applyPushToCounts, applyPushToPage } from '../cache/inbox-push';
import type { AppliedPage, ListKey } from '../cache/list-page';
import { PushLog } from '../cache/push-log';

/** Pushes keep all of this fresh; it is fetched again when they say that they cannot. */
const live = { staleTime: Infinity, gcTime: 30 * 60_000 };

export const pushLog = new PushLog();

export const inboxKey = ['inbox'] as const;
export const listsKey = [...inboxKey, 'list'] as const;
export const transcriptsKey = ['transcript'] as const;

export const countsQuery = queryOptions({
  queryKey: [...inboxKey, 'counts'],
  queryFn: async ({ signal }) => {
    const counts = await api<CountsResponse>('/api/v3/messaging/count', { signal });
    return pushLog.inboxSince(counts.position).reduce(applyPushToCounts, counts);
  },
  ...live,
});

export const listQuery = (key: ListKey, viewer: ListViewer) =>
  queryOptions({
    queryKey: [...listsKey, key] as const,
    queryFn: async ({ signal }) => {
      const replayed = await fetchPage(key, viewer, signal);
      return replayed.isComplete ? replayed.page : (await fetchPage(key, viewer, signal)).page;
    },
    ...live,
  });

/** A page with the pushes that came while it was under way. */
async function fetchPage(key: ListKey, viewer: ListViewer, signal: AbortSignal): Promise<AppliedPage> {
  const { filter, ...rest } = key;
  const path = `/api/v3/messaging-chats/chats-list${query({ ...rest, ...joined(filter) })}`;
  const fetched: AppliedPage = { page: await api<Page<Chat>>(path, { signal }), isComplete: true };
  return pushLog.inboxSince(fetched.page.position).reduce((after, push) => {
    const applied = applyPushToPage(after.page, key, push, viewer);
    return { ...applied, isComplete: applied.isComplete && after.isComplete };
  }, fetched);
}

/** Ids are told apart by commas. */
function joined(filter: ChatFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
}

export const chatQuery = (chatId: string) =>
  queryOptions({
    queryKey: [...inboxKey, 'chat', chatId] as const,
    queryFn: async ({ signal }) => {
      const response = await api<ChatResponse>(`/api/v3/messaging-chats/chats-list/${chatId}`, { signal });
      return pushLog
        .inboxSince(response.position)
        .reduce((after, push) => applyPushToChat(after, push) ?? after, response);
    },
    ...live,
  });

export const ENTRIES_PER_PAGE = 50;

export const transcriptQuery = (chatId: string) =>
  infiniteQueryOptions({
    queryKey: [...transcriptsKey, chatId] as const,
    queryFn: ({ pageParam, signal }) =>
      api<Page<ChatEntry>>(
        `/api/v3/messaging-chats/${chatId}/entries${query({ page: pageParam, limit: ENTRIES_PER_PAGE })}`,
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (page) => (page.page < page.pageCount ? page.page + 1 : undefined),
    ...live,
  });
