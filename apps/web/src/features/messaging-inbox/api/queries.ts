import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ChatFilter } from '@parley/contracts/api/chat-filters';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import type { Chat, ChatResponse, CountsResponse, Page } from '@parley/contracts/api/conversations';
import type { InboxPush } from '@parley/contracts/push/index';
import { PushLog } from '../../../conversation/live/push-log';
import { api, query } from '../../../lib/api-client';
import { RequestFailed } from '../../../lib/problem';
import { applyPushToChat, applyPushToCounts, applyPushToPage } from '../cache/inbox-push';
import { apiOf, inboxHere } from '../address';
import type { AppliedPage, ListKey } from '../cache/list-page';

/** Never stale by time: pushes keep these queries up to date, and a reset from the server refetches them. */
const live = { staleTime: Infinity, gcTime: 30 * 60_000 };

const pushLogs = new WeakMap<QueryClient, PushLog<InboxPush>>();

/** Log of recent pushes, to apply them to responses that were requested before they arrived. */
export function pushLogOf(client: QueryClient): PushLog<InboxPush> {
  let log = pushLogs.get(client);
  if (!log) pushLogs.set(client, (log = new PushLog()));
  return log;
}

export const inboxKey = ['inbox'] as const;
export const listsKey = [...inboxKey, 'list'] as const;

/**
 * The pushes that arrived while a response was being fetched.
 * @throws RequestFailed if it took so long that the log has dropped some of them; the query then fetches again
 */
function missedBy({ position }: { position: string }, client: QueryClient): InboxPush[] {
  const missed = pushLogOf(client).since(position);
  if (!missed) throw new RequestFailed('unavailable', 503);
  return missed;
}

export const countsQuery = (inbox: 'email' | undefined) =>
  queryOptions({
    queryKey: [...inboxKey, 'counts', inbox],
    queryFn: async ({ client, signal }) => {
      const path = `${apiOf(inbox)}/count?fields=list,teamId,count,unread`;
      const counts = await api<CountsResponse>(path, { signal });
      return missedBy(counts, client).reduce((now, push) => applyPushToCounts(now, push, inbox), counts);
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

/** Fetches a page of a list and applies the pushes that arrived in the meantime. */
async function fetchPage(
  key: ListKey,
  viewer: ListViewer,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
): Promise<AppliedPage> {
  const { filter, inbox, ...rest } = key;
  const path = `${apiOf(inbox)}-chats/chats-list${query({ ...rest, ...joined(filter) })}`;
  const fetched: AppliedPage = { page: await api<Page<Chat>>(path, { signal }), isComplete: true };
  return missedBy(fetched.page, client).reduce((after, push) => {
    const applied = applyPushToPage(after.page, key, push, viewer);
    return { ...applied, isComplete: applied.isComplete && after.isComplete };
  }, fetched);
}

/** Filter as URL parameters: the values of each field, joined by commas. */
function joined(filter: ChatFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
}

export const chatQuery = (chatId: string) =>
  queryOptions({
    queryKey: [...inboxKey, 'chat', chatId] as const,
    queryFn: async ({ client, signal }) => {
      const response = await api<ChatResponse>(`${apiOf(inboxHere())}-chats/chats-list/${chatId}`, {
        signal,
      });
      const now = chatAfter(response, missedBy(response, client));
      if (!now) throw new RequestFailed('not_found', 404);
      return now;
    },
    ...live,
  });

/** Applies pushes to a conversation; null if the user no longer sees it. */
export function chatAfter(response: ChatResponse, pushes: InboxPush[]): ChatResponse | null {
  const apply = (known: ChatResponse | null, push: InboxPush) =>
    applyPushToChat(response.chat.id, known, push);
  return pushes.reduce(apply, response);
}
