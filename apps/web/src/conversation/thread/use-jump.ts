import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import { codeOf } from '../../lib/problem';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useOpenConversation } from '../conversation';

interface Options {
  entries: ChatEntry[];
  /** Whether the end of the thread is loaded. */
  isLive: boolean;
  scrollTo: (entryId: string) => void;
  scrollToEnd: () => void;
}

const shownForMs = 2_000;

/** Scrolls to the entry that the URL names, or to the end; loads the entry with its neighbours if necessary. */
export function useJump({ entries, isLive, scrollTo, scrollToEnd }: Options) {
  const client = useQueryClient();
  const { store, kind } = useOpenConversation();
  const { entryId: named, askedAt, forget } = kind.usePlace();
  const asked = useRef<string | null>(null);
  const [jumpedTo, setJumpedTo] = useState<string | null>(null);

  const load = async (around: string | null): Promise<boolean> => {
    try {
      const { transcripts } = kind.conversations;
      await transcripts.showPart(client, store.id, around === null ? null : { around });
      return true;
    } catch (error) {
      if (codeOf(error) === 'not_found') toastMessage(i18next.t('thread.gone'), 'yellow');
      else toastFailure(error);
      return false;
    }
  };

  const show = (entryId: string) => {
    setJumpedTo(entryId);
    setTimeout(() => setJumpedTo((shown) => (shown === entryId ? null : shown)), shownForMs);
  };
  const jump = useEffectEvent((entryId: string, isAgain: boolean) => {
    if (!isAgain && entryId === asked.current) return;
    asked.current = entryId;
    scrollTo(entryId);
    const isLoaded = entries.some(({ id }) => id === entryId);
    void (isLoaded ? Promise.resolve(true) : load(entryId)).then((isThere) => isThere && show(entryId));
  });
  useEffect(() => {
    if (named !== null) jump(named, askedAt !== null);
  }, [named, askedAt]);

  const toEnd = async () => {
    asked.current = null;
    if (named !== null) forget();
    if (isLive || (await load(null))) scrollToEnd();
  };
  return { toEnd, jumpedTo };
}
