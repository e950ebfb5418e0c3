import type { Query, QueryClient, QueryState } from '@tanstack/react-query';
import type { ListViewer } from '@parley/contracts/api/chat-lists';
import type { Chat, ChatResponse, Page } from '@parley/contracts/api/conversations';
import type { InboxPush, ResetPush } from '@parley/contracts/push/index';
import { codeOf } from '../../../lib/problem';
import type { Cursors, PushListener } from '../../../lib/realtime';
import { applyPushToChat, applyPushToCounts, applyPushToPage } from '../cache/inbox-push';
import { applyToPage, type AppliedPage, type ListKey } from '../cache/list-page';
import { selection } from '../list/selection';
import { messaging } from '../messaging';
import { chatAfter, chatQuery, countsQuery, inboxKey, listsKey, pushLogOf } from './queries';
import { refetchSoon } from '../../../lib/refetch';

const { transcripts } = messaging;

interface Listener extends Omit<PushListener, 'onReset' | 'onPresence'> {
  follow: (chatId: string | null) => void;
  /** Refetches the queries of the view that the reset names. */
  reset: (push: ResetPush) => Promise<void>;
}

/** Applies pushes to the cache and reports to the server the positions up to which the cache is complete. */
export function pushListener(client: QueryClient, viewer: ListViewer): Listener {
  let followed: string | null = null;

  const onInbox = (push: InboxPush) => {
    for (const inbox of [undefined, 'email'] as const)
      client.setQueryData(
        countsQuery(inbox).queryKey,
        (counts) => counts && applyPushToCounts(counts, push, inbox),
      );
    changePages(client, (page, key) => applyPushToPage(page, key, push, viewer));
    // The conversations may come back with other messages, so nothing of them stays cached.
    for (const chatId of push.gone) transcripts.forget(client, chatId);
    selection.forget(push.gone);
    messaging.present.show({ isAll: false, chats: push.gone.map((chatId) => ({ chatId, users: [] })) });
    for (const query of client.getQueryCache().findAll({ queryKey: [...inboxKey, 'chat'] })) {
      const { data, error } = query.state as QueryState<ChatResponse>;
      // Only a push about the removed conversation itself brings it back.
      const known = data && codeOf(error) !== 'not_found' ? data : null;
      const after = applyPushToChat(query.queryKey.at(-1) as string, known, push);
      if (after) client.setQueryData(query.queryKey, after);
      else if (known) forgetChat(client, query);
    }
  };
  return {
    follow: (chatId) => (followed = chatId),
    cursors: () => cursorsOf(client, followed),
    onPush: (push) => {
      if (push.view === 'transcript') return transcripts.take(client, push);
      pushLogOf(client).add(push);
      onInbox(push);
    },
    reset: ({ view }) =>
      view === 'inbox' ? client.invalidateQueries({ queryKey: inboxKey }) : transcripts.refetch(client),
  };
}

/**
 * Positions from which the server resumes pushing: the oldest among the cached pages, so that all of them are brought
 * up to date.
 */
function cursorsOf(client: QueryClient, followed: string | null): Cursors {
  const positions = client
    .getQueriesData<{ position: string }>({ queryKey: inboxKey })
    .flatMap(([, data]) => (data ? [data.position] : []));
  const position = followed ? transcripts.positionOf(client, followed) : undefined;
  return {
    inbox: positions.sort()[0],
    transcript: followed && position !== undefined ? { chatId: followed, position } : undefined,
  };
}

/**
 * Removes a conversation from the cache, including the data that a list supplied. If it is on the screen, it is
 * refetched.
 */
function forgetChat(client: QueryClient, query: Query): void {
  const itself = { queryKey: query.queryKey, exact: true };
  if (!query.isActive()) return client.removeQueries(itself);
  query.setState({ data: undefined, dataUpdatedAt: 0, error: null, status: 'pending' });
  void client.refetchQueries(itself);
}

/**
 * A conversation from the cached lists, with later pushes applied, so that it is as fresh as a response of its own
 * query. Undefined if no list contains it or the log has dropped some of those pushes.
 */
export function chatInLists(client: QueryClient, chatId: string): ChatResponse | undefined {
  let known: ChatResponse | undefined;
  for (const { state } of client.getQueryCache().findAll({ queryKey: listsKey })) {
    const page = state.data as Page<Chat> | undefined;
    const chat = page?.data.find(({ id }) => id === chatId);
    if (!page || !chat || state.isInvalidated || (known && known.position >= page.position)) continue;
    known = { chat, position: page.position, stale: page.stale };
  }
  // A page that waits for a refetch does not contain the later pushes yet.
  const missed = known && pushLogOf(client).since(known.position);
  return (known && missed && chatAfter(known, missed)) ?? undefined;
}

/**
 * Shows a changed conversation everywhere before the server confirms the change. The lists' counts change only by a
 * push.
 */
export function showChat(client: QueryClient, chat: Chat, viewer: ListViewer): void {
  client.setQueryData(chatQuery(chat.id).queryKey, (response) => response && { ...response, chat });
  changePages(client, (page, key) => ({
    page: applyToPage(page, key, { rows: [chat], gone: [] }, viewer).page,
    isComplete: true,
  }));
}

/** Removes a conversation from the screen before the server confirms its removal. */
export function hideChat(client: QueryClient, chatId: string, viewer: ListViewer): void {
  changePages(client, (page, key) => ({
    page: applyToPage(page, key, { rows: [], gone: [chatId] }, viewer).page,
    isComplete: true,
  }));
}

function changePages(client: QueryClient, change: (page: Page<Chat>, key: ListKey) => AppliedPage): void {
  for (const [queryKey, page] of client.getQueriesData<Page<Chat>>({ queryKey: listsKey })) {
    if (!page) continue;
    const { page: after, isComplete } = change(page, queryKey.at(-1) as ListKey);
    if (after !== page) client.setQueryData(queryKey, after);
    if (!isComplete) refetchSoon(client, queryKey);
  }
}
