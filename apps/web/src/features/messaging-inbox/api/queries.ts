import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ChatFilter } from '@parley/contracts/api/chat-filters';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import type {
  Chat,
  ChatResponse,
  CountsResponse,
  EntriesPage,
  EntryResponse,
  Page,
} from '@parley/contracts/api/conversations';
import type { InboxPush } from '@parley/contracts/push/index';
import { api, query } from '../../../lib/api-client';
import { codeOf, RequestFailed } from '../../../lib/problem';
import { applyPushToChat, applyPushToCounts, applyPushToPage } from '../cache/inbox-push';
import type { AppliedPage, ListKey } from '../cache/list-page';
import { PushLog } from '../cache/push-log';
import { partOf, type EntriesCursor, type ThreadPart } from '../cache/transcript-push';

/** Pushes keep all of this fresh; it is fetched again when they say that they cannot. */
const live = { staleTime: Infinity, gcTime: 30 * 60_000 };

const pushLogs = new WeakMap<QueryClient, PushLog>();

/** What was pushed of late to what this client holds. */
export function pushLogOf(client: QueryClient): PushLog {
  let log = pushLogs.get(client);
  if (!log) pushLogs.set(client, (log = new PushLog()));
  return log;
}

export const inboxKey = ['inbox'] as const;
export const listsKey = [...inboxKey, 'list'] as const;
export const transcriptsKey = ['transcript'] as const;

/**
 * The pushes that came while an answer was under way.
 * @throws RequestFailed where it took so long that not all of them are known: it is asked for again
 */
function missedBy({ position }: { position: string }, client: QueryClient): InboxPush[] {
  const missed = pushLogOf(client).inboxSince(position);
  if (!missed) throw new RequestFailed('unavailable', 503);
  return missed;
}

export const countsQuery = queryOptions({
  queryKey: [...inboxKey, 'counts'],
  queryFn: async ({ client, signal }) => {
    const counts = await api<CountsResponse>('/api/v3/messaging/count', { signal });
    return missedBy(counts, client).reduce(applyPushToCounts, counts);
  },
  ...live,
});

export const listQuery = (key: ListKey, viewer: ListViewer) =>
  queryOptions({
    queryKey: [...listsKey, key] as const,
    queryFn: async (context) => {
      const replayed = await fetchPage(key, viewer, context);
      return replayed.isComplete ? replayed.page : (await fetchPage(key, viewer, context)).page;
    },
    ...live,
  });

/** A page with the pushes that came while it was under way. */
async function fetchPage(
  key: ListKey,
  viewer: ListViewer,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
): Promise<AppliedPage> {
  const { filter, ...rest } = key;
  const path = `/api/v3/messaging-chats/chats-list${query({ ...rest, ...joined(filter) })}`;
  const fetched: AppliedPage = { page: await api<Page<Chat>>(path, { signal }), isComplete: true };
  return missedBy(fetched.page, client).reduce((after, push) => {
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
    queryFn: async ({ client, signal }) => {
      const response = await api<ChatResponse>(`/api/v3/messaging-chats/chats-list/${chatId}`, { signal });
      const now = chatAfter(response, missedBy(response, client));
      if (!now) throw new RequestFailed('not_found', 404);
      return now;
    },
    ...live,
  });

/** What pushes made of a conversation; null where it is gone. */
export function chatAfter(response: ChatResponse, pushes: InboxPush[]): ChatResponse | null {
  const apply = (known: ChatResponse | null, push: InboxPush) =>
    applyPushToChat(response.chat.id, known, push);
  return pushes.reduce(apply, response);
}

export const ENTRIES_PER_PAGE = 50;

/** A thread from its end, or from around one of its entries as long as that is there. */
export const transcriptQuery = (chatId: string, around: string | null = null) =>
  infiniteQueryOptions({
    queryKey: [...transcriptsKey, chatId] as const,
    queryFn: ({ pageParam, signal }) =>
      fetchPart(chatId, pageParam, signal).catch((error: unknown) => {
        if (!pageParam || !('around' in pageParam) || codeOf(error) !== 'not_found') throw error;
        return fetchPart(chatId, null, signal);
      }),
    initialPageParam: beginning(around),
    getNextPageParam: ({ data, hasOlder }): EntriesCursor | undefined => {
      const oldest = data.at(-1);
      return hasOlder && oldest ? { before: oldest.id } : undefined;
    },
    getPreviousPageParam: ({ data, hasNewer }): EntriesCursor | undefined => {
      const [newest] = data;
      return hasNewer && newest ? { after: newest.id } : undefined;
    },
    ...live,
  });

function beginning(around: string | null): EntriesCursor {
  return around === null ? null : { around };
}

export async function fetchPart(
  chatId: string,
  cursor: EntriesCursor,
  signal?: AbortSignal,
): Promise<ThreadPart> {
  const path = `/api/v3/messaging-chats/${chatId}/entries${query({ ...cursor, limit: ENTRIES_PER_PAGE })}`;
  return partOf(await api<EntriesPage>(path, { signal }));
}

/** An entry by itself, for an answer that quotes what is not loaded. */
export const entryQuery = (chatId: string, id: string) =>
  queryOptions({
    queryKey: [...transcriptsKey, chatId, id] as const,
    queryFn: ({ signal }) => api<EntryResponse>(`/api/v3/messaging-chats/entries/${id}`, { signal }),
    ...live,
  });
