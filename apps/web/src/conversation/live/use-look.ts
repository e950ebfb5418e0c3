import { useEffect, useRef } from 'react';
import type { Cell } from '../../lib/cell';
import { useRealtime } from '../../lib/live';
import { useIsVisible } from '../../lib/use-is-visible';

/** The server forgets a window that does not say so again. */
const AGAIN_MS = 5_000;
/** Nobody has typed for so long: they have stopped (spec, section 4). */
const STOPPED_MS = 15_000;

/**
 * Tells colleagues that one looks at a conversation while its window is in view, and that one writes in it.
 * @param sent what waits to be sent: who sends has stopped writing
 * @returns what hears each input
 */
export function useLook(
  chatId: string,
  sent: Pick<Cell<readonly unknown[]>, 'get' | 'subscribe'>,
): () => void {
  const realtime = useRealtime();
  const isVisible = useIsVisible();
  const typing = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (!isVisible) return;
    let isTyping = false;
    let stopping: ReturnType<typeof setTimeout> | undefined;
    const say = () => realtime.look({ chatId, isTyping });
    const become = (now: boolean) => {
      clearTimeout(stopping);
      if (now) stopping = setTimeout(() => become(false), STOPPED_MS);
      if (isTyping === now) return;
      isTyping = now;
      say();
    };
    typing.current = () => become(true);
    const again = setInterval(say, AGAIN_MS);
    const unwatch = realtime.watch(say);
    let waiting = sent.get().length;
    // What was written is sent.
    const unsubscribe = sent.subscribe(() => {
      const before = waiting;
      waiting = sent.get().length;
      if (waiting > before) become(false);
    });
    say();
    return () => {
      typing.current = null;
      clearTimeout(stopping);
      clearInterval(again);
      unwatch();
      unsubscribe();
      realtime.look(null);
    };
  }, [realtime, chatId, sent, isVisible]);

  return () => typing.current?.();
}
