import { useSyncExternalStore } from 'react';

/**
 * Whether the window is visible; correct from the first render on, also for a page opened in a background tab.
 * @param hasFocus whether the window must have the focus, too
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
