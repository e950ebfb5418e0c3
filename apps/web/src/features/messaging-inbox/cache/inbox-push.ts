import type { ListViewer } from '@parley/contracts/api/chat-lists';
import type { Chat, ChatResponse, CountsResponse, Page } from '@parley/contracts/api/conversations';
import type { InboxPush } from '@parley/contracts/push/index';
import { applyToPage, type AppliedPage, type ListKey } from './list-page';

/**
 * Whether a push may contain changes that `data` does not. A push with the same position counts: after a
 * reconnection, a resumed push may end at the position of one that overtook it, and contain more.
 */
function isNews(data: { position: string }, push: { position: string }): boolean {
  return push.position >= data.position;
}

export function applyPushToPage(
  page: Page<Chat>,
  key: ListKey,
  push: InboxPush,
  viewer: ListViewer,
): AppliedPage {
  if (!isNews(page, push)) return { page, isComplete: true };
  const applied = applyToPage(page, key, { ...push, counts: countsOf(push, key.inbox) }, viewer);
  if (!applied.isComplete) return applied;
  return { ...applied, page: { ...applied.page, position: push.position, stale: false } };
}

/** Replaces all counts: a push contains every list that is not empty. */
export function applyPushToCounts(counts: CountsResponse, push: InboxPush, inbox?: 'email'): CountsResponse {
  if (!isNews(counts, push)) return counts;
  return { data: countsOf(push, inbox), position: push.position, stale: false };
}

const countsOf = (push: InboxPush, inbox?: 'email') => (inbox ? (push.emailCounts ?? []) : push.counts);

/**
 * Applies a push to a conversation.
 * @param known null if the viewer cannot see the conversation
 * @returns null if the viewer cannot see it after the push
 */
export function applyPushToChat(
  chatId: string,
  known: ChatResponse | null,
  push: InboxPush,
): ChatResponse | null {
  if (known && !isNews(known, push)) return known;
  if (push.gone.includes(chatId)) return null;
  const chat = push.rows.find(({ id }) => id === chatId) ?? known?.chat;
  return chat ? { chat, position: push.position, stale: false } : null;
}
