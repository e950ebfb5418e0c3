import { useEffect, useRef } from 'react';
import type { Cell } from '../../lib/cell';
import { useRealtime } from '../../lib/live';
import { useIsVisible } from '../../lib/use-is-visible';

/**
 * Interval of reports in ms; the server forgets a window that does not report for 12 s (`realtime/src/presence.ts`).
 */
const AGAIN_MS = 5_000;
/**
 * Time in ms without input after which typing has stopped (spec, section 4). For team chats, see
 * `features/team-chat/typing.ts`.
 */
const STOPPED_MS = 15_000;

/**
 * Reports to colleagues that the user views a conversation while the window is visible, and that they type in it.
 * @param sent the outbox: adding a message ends typing
 * @returns a function to call on each input
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
    // A message was added to the outbox: typing has ended.
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
