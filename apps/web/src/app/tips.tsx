import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part';

/** Without a placeholder: if the code fails to load, the page just has no tooltips. */
const Tip = lazyPart(() => import('./tip'), { shape: 'none' });

const WAIT_MS = 400;

/**
 * Shows the text of `data-tip` while the pointer or the keyboard focus is on an element, above it or at the side that
 * `data-tip-side` names. All elements share one tooltip, since a tooltip component per button would cost as much
 * rendering time as a row of a thread.
 */
export function Tips() {
  const [shown, setShown] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let near: HTMLElement | null = null;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const approach = (to: HTMLElement | null) => {
      if (to === near) return;
      near = to;
      clearTimeout(waiting);
      setShown(null);
      if (to) waiting = setTimeout(() => setShown(to), WAIT_MS);
    };
    const told = ({ target }: Event) =>
      target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    const point = (event: PointerEvent) => event.pointerType !== 'touch' && approach(told(event));
    const focus = (event: FocusEvent) =>
      approach(
        event.target instanceof Element && event.target.matches(':focus-visible') ? told(event) : null,
      );
    // Stays hidden until the pointer or the focus enters an element again.
    const hide = () => {
      clearTimeout(waiting);
      setShown(null);
    };
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true, passive: true };
    document.addEventListener('pointerover', point, options);
    document.addEventListener('focusin', focus, options);
    for (const name of ['pointerdown', 'keydown', 'scroll']) document.addEventListener(name, hide, options);
    // Not in the capture phase, in which it would also fire when the pointer leaves any descendant.
    document.documentElement.addEventListener('pointerleave', () => approach(null), { signal: stop.signal });
    return () => {
      stop.abort();
      clearTimeout(waiting);
    };
  }, []);
  return (
    shown && (
      <Suspense>
        <Tip of={shown} />
      </Suspense>
    )
  );
}
