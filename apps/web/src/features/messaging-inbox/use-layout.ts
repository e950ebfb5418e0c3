import { useMediaQuery } from '@mantine/hooks';

const immediately = { getInitialValueInEffect: false };

/** What fits beside the thread. */
export function useLayout() {
  const hasPanel = useMediaQuery('(min-width: 80em)', undefined, immediately);
  const hasLists = useMediaQuery('(min-width: 64em)', undefined, immediately);
  const hasBoth = useMediaQuery('(min-width: 48em)', undefined, immediately);
  return {
    /** The contact stands beside the thread; else it is a drawer. */
    hasPanel,
    /** The lists are a column; else a select. */
    hasLists,
    /** One pane a route. */
    isNarrow: !hasBoth,
  };
}
