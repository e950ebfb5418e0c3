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

/** Pushes keep all of this fresh; it is fetched again when they say that they cannot. */
const live = { staleTime: Infinity, gcTime: 30 * 60_000 };

const pushLogs = new WeakMap<QueryClient, PushLog<InboxPush>>();

/** What was pushed of late to the rows that this client holds. */
export function pushLogOf(client: QueryClient): PushLog<InboxPush> {
  let log = pushLogs.get(client);
  if (!log) pushLogs.set(client, (log = new PushLog()));
  return log;
}

export const inboxKey = ['inbox'] as const;
export const listsKey = [...inboxKey, 'list'] as const;

/**
 * The pushes that came while an answer was under way.
 * @throws RequestFailed where it took so long that not all of them are known: it is asked for again
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

/** A page with the pushes that came while it was under way. */
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

/** Ids are told apart by commas. */
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

/** What pushes made of a conversation; null where it is gone. */
export function chatAfter(response: ChatResponse, pushes: InboxPush[]): ChatResponse | null {
  const apply = (known: ChatResponse | null, push: InboxPush) =>
    applyPushToChat(response.chat.id, known, push);
  return pushes.reduce(apply, response);
}
