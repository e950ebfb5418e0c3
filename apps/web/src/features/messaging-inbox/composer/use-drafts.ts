import { useEffect } from 'react';
import { useRealtime } from '../../../lib/live';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { draftKeepers, flushDrafts, refreshChatDrafts, refreshDrafts } from './drafts';

/** Failing is silent: what is typed here is kept here, and the next look asks again. */
const silently = (work: Promise<void>) => void work.catch(() => undefined);

/** Keeps drafts as they are on the server: all of them at the start, and whenever this window is looked at again. */
export function useDrafts(): void {
  const realtime = useRealtime();
  useEffect(
    () =>
      realtime.onSentDraft(({ kind, chatId, versions }) => draftKeepers[kind].sentFromSome(chatId, versions)),
    [realtime],
  );
  useEffect(() => {
    // Not needed before anything is shown.
    const stop = import('./put-back').then(
      ({ keepTooLate }) => keepTooLate(),
      () => undefined,
    );
    return () => void stop.then((end) => end?.());
  }, []);
  useEffect(() => {
    const save = () => void flushDrafts();
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

/** The drafts of the conversation that is open. Whoever leaves it, or writes something of the other kind, has them saved. */
export function useOpenDrafts(chatId: string, mode: DraftKind): void {
  useEffect(() => silently(refreshChatDrafts(chatId)), [chatId]);
  useEffect(() => () => draftKeepers[mode].leave(chatId), [chatId, mode]);
}
