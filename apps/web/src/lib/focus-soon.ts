/**
 * Focuses an element at once, so that no typed letter is lost, and again after the next frame, because the element
 * may be rendered only then, or a closing dialog may have moved the focus. A key press or a click in between cancels
 * the second attempt.
 */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  const focus = () => find()?.focus({ preventScroll: true });
  focus();
  const waiting = new AbortController();
  const frame = requestAnimationFrame(() => {
    waiting.abort();
    focus();
  });
  const giveUp = () => {
    waiting.abort();
    cancelAnimationFrame(frame);
  };
  for (const act of ['keydown', 'pointerdown'])
    window.addEventListener(act, giveUp, { capture: true, signal: waiting.signal });
}
