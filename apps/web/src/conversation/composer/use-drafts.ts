import { useEffect } from 'react';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { useRealtime } from '../../lib/live';
import type { ConversationStore } from '../conversation-store';
import type { Conversations } from '../conversations';

/** Failing is silent: what is typed here is kept here, and the next look asks again. */
const silently = (work: Promise<void>) => void work.catch(() => undefined);

/** Keeps drafts as they are on the server: all of them at the start, and whenever this window is looked at again. */
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

/** The drafts of the conversation that is open. Whoever leaves it, or writes something of the other kind, has them saved. */
export function useOpenDrafts(store: ConversationStore, mode: DraftKind, conversations: Conversations): void {
  useEffect(() => silently(conversations.refreshDraftsOf(store.id)), [conversations, store]);
  useEffect(() => () => store.drafts[mode].leave(), [store, mode]);
}
