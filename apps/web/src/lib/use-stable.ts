import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * Returns a function that stays the same between renders and calls the latest committed `act`, so that a click never
 * runs an action of an earlier render.
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
