import { useSyncExternalStore } from 'react';

/**
 * Whether the window is in view, from the first drawing on: what opens in a background tab is seen by nobody.
 * @param hasFocus whether it is to have the focus, too
 */
export function useIsVisible(hasFocus = false): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible' && (!hasFocus || document.hasFocus()),
  );
}

const events = ['focus', 'blur'] as const;

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    for (const event of events) window.removeEventListener(event, listener);
  };
}
