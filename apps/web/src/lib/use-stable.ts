import { useCallback, useInsertionEffect, useRef } from 'react';

/**
 * A stable function that calls the `act` of the render on the screen, so that a click never runs an action of an
 * earlier render.
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
