import { useEffect } from 'react';
import { draftKeeper, refreshDraft, refreshDrafts } from './drafts';

/** Failing is silent: what is typed here is kept here, and the next look asks again. */
const silently = (work: Promise<void>) => void work.catch(() => undefined);

/** Keeps drafts as they are on the server: all of them at the start, and whenever this window is looked at again. */
export function useDrafts(): void {
  useEffect(() => {
    const save = () => draftKeeper.flush();
    const comeBack = () => {
      save();
      silently(refreshDrafts());
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
  }, []);
}

/** The draft of the conversation that is open. Whoever leaves it has it saved. */
export function useOpenDraft(chatId: string): void {
  useEffect(() => {
    silently(refreshDraft(chatId));
    return () => draftKeeper.leave(chatId);
  }, [chatId]);
}
