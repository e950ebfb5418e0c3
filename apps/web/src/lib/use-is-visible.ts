import { useSyncExternalStore } from 'react';

/** Whether the window is in view, from the first drawing on: what opens in a background tab is seen by nobody. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
