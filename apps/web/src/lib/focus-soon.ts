/**
 * Gives the focus to an element at once, for whoever types faster than frames are drawn, and again after the next frame:
 * the element may be drawn only then, or a dialog that closes may have given the focus back. A key or a click in
 * between is about something else, and keeps the focus that it has led to.
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
