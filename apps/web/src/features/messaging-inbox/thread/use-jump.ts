import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { codeOf } from '../../../lib/problem';
import { toastFailure, toastMessage } from '../../../lib/toast';
import { useAddress, useGo, useJumpedAt } from '../address';
import { showPart } from '../api/sync';

interface Options {
  chat: Chat;
  entries: ChatEntry[];
  /** What is loaded reaches the end of the thread. */
  isLive: boolean;
  scrollTo: (entryId: string) => void;
  scrollToEnd: () => void;
}

const shownForMs = 2_000;

/**
 * Goes to the entry that the address names, or to the end; what is not loaded is fetched with what stands around it.
 */
export function useJump({ chat, entries, isLive, scrollTo, scrollToEnd }: Options) {
  const client = useQueryClient();
  const go = useGo();
  const { entry: named } = useAddress();
  const jumpedAt = useJumpedAt();
  const asked = useRef<string | null>(null);
  const [jumpedTo, setJumpedTo] = useState<string | null>(null);

  const load = async (around: string | null): Promise<boolean> => {
    try {
      await showPart(client, chat.id, around === null ? null : { around });
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
    if (named !== null) jump(named, jumpedAt !== null);
  }, [named, jumpedAt]);

  const toEnd = async () => {
    asked.current = null;
    if (named !== null) go({ entry: null }, { replace: true });
    if (isLive || (await load(null))) scrollToEnd();
  };
  return { toEnd, jumpedTo };
}
