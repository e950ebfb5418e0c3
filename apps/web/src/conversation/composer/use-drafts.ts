import { useEffect } from 'react';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { useRealtime } from '../../lib/live';
import type { ConversationStore } from '../conversation-store';
import type { Conversations } from '../conversations';

/** Failures are silent: the browser keeps typed text, and the next refresh retries. */
const silently = (work: Promise<void>) => void work.catch(() => undefined);

/**
 * Synchronises all drafts with the server: loads them at the start and when the window is shown or focused, saves
 * them when it is hidden.
 */
export function useDrafts(conversations: Conversations): void {
  const realtime = useRealtime();
  useEffect(
    () =>
      realtime.onSentDraft(({ kind, chatId, versions }) =>
        conversations.of(chatId).drafts[kind].sentFromSome(versions),
      ),
    [realtime, conversations],
  );
  useEffect(() => {
    const save = () => void conversations.saveDrafts();
    const comeBack = () => {
      save();
      silently(conversations.refreshDrafts());
    };
    const onVisibility = () => (document.visibilityState === 'hidden' ? save() : comeBack());
    comeBack();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('focus', comeBack);
    window.addEventListener('online', comeBack);
    window.addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('focus', comeBack);
      window.removeEventListener('online', comeBack);
      window.removeEventListener('pagehide', save);
    };
  }, [conversations]);
}

/** Refreshes the drafts of the open conversation; saves them when the user leaves it or changes the mode. */
export function useOpenDrafts(store: ConversationStore, mode: DraftKind, conversations: Conversations): void {
  useEffect(() => silently(conversations.refreshDraftsOf(store.id)), [conversations, store]);
  useEffect(() => () => store.drafts[mode].leave(), [store, mode]);
}
