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
  /** Fetches again what a reset is about. */
  reset: (push: ResetPush) => Promise<void>;
}

/** Brings pushes into the cache, and says how far the cache has come. */
export function pushListener(client: QueryClient, viewer: ListViewer): Listener {
  let followed: string | null = null;

  const onInbox = (push: InboxPush) => {
    for (const inbox of [undefined, 'email'] as const)
      client.setQueryData(
        countsQuery(inbox).queryKey,
        (counts) => counts && applyPushToCounts(counts, push, inbox),
      );
    changePages(client, (page, key) => applyPushToPage(page, key, push, viewer));
    // It may come back with other messages, or none of these.
    for (const chatId of push.gone) transcripts.forget(client, chatId);
    selection.forget(push.gone);
    messaging.present.show({ isAll: false, chats: push.gone.map((chatId) => ({ chatId, users: [] })) });
    for (const query of client.getQueryCache().findAll({ queryKey: [...inboxKey, 'chat'] })) {
      const { data, error } = query.state as QueryState<ChatResponse>;
      // A conversation that was removed comes back by a push about itself, and not by one about another.
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

/** The oldest position of what the cache holds: what came since then makes all of it fresh. */
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

/** Nothing of it stays, nor what a list knew when it was opened. Who shows it asks the server what became of it. */
function forgetChat(client: QueryClient, query: Query): void {
  const itself = { queryKey: query.queryKey, exact: true };
  if (!query.isActive()) return client.removeQueries(itself);
  query.setState({ data: undefined, dataUpdatedAt: 0, error: null, status: 'pending' });
  void client.refetchQueries(itself);
}

/** What the lists know of a conversation already: as fresh as it would be by itself, where they know what was pushed since. */
export function chatInLists(client: QueryClient, chatId: string): ChatResponse | undefined {
  let known: ChatResponse | undefined;
  for (const { state } of client.getQueryCache().findAll({ queryKey: listsKey })) {
    const page = state.data as Page<Chat> | undefined;
    const chat = page?.data.find(({ id }) => id === chatId);
    if (!page || !chat || state.isInvalidated || (known && known.position >= page.position)) continue;
    known = { chat, position: page.position, stale: page.stale };
  }
  // A page that a push left open stays as it was before.
  const missed = known && pushLogOf(client).since(known.position);
  return (known && missed && chatAfter(known, missed)) ?? undefined;
}

/** Shows a changed conversation everywhere before the server has said so. The counts wait for the server. */
export function showChat(client: QueryClient, chat: Chat, viewer: ListViewer): void {
  client.setQueryData(chatQuery(chat.id).queryKey, (response) => response && { ...response, chat });
  changePages(client, (page, key) => ({
    page: applyToPage(page, key, { rows: [chat], gone: [] }, viewer).page,
    isComplete: true,
  }));
}

/** Takes a conversation off the screen before the server has said that it is gone. */
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
