import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../lib/lazy-part';

/** Where it cannot be had, the page stands without. */
const Tip = lazyPart(() => import('./tip'), { shape: 'none' });

const WAIT_MS = 400;

/**
 * Shows what an element says of itself in `data-tip` while one points at it or has come to it by the keyboard, above it or
 * where `data-tip-side` says. One tooltip serves all: a tooltip of its own costs a button as much as a row of a thread.
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
    // It stays away until one comes again.
    const hide = () => {
      clearTimeout(waiting);
      setShown(null);
    };
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true, passive: true };
    document.addEventListener('pointerover', point, options);
    document.addEventListener('focusin', focus, options);
    for (const name of ['pointerdown', 'keydown', 'scroll']) document.addEventListener(name, hide, options);
    // Not by capture, which hears of leaving every element within.
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
