import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * A function that stays the same, and does what the drawing that is on the screen would have it do. It is that of the
 * next drawing from the moment that this is shown, so that a click never means what was shown before.
 */
export function useStable<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(act);
  useInsertionEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
