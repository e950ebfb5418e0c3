import { useMediaQuery } from '@mantine/hooks';

const immediately = { getInitialValueInEffect: false };

/** The panes that fit beside the thread. */
export function useLayout() {
  const hasPanel = useMediaQuery('(min-width: 80em)', undefined, immediately);
  const hasLists = useMediaQuery('(min-width: 64em)', undefined, immediately);
  const hasBoth = useMediaQuery('(min-width: 48em)', undefined, immediately);
  return {
    /** The contact is a panel beside the thread; otherwise a drawer. */
    hasPanel,
    /** The lists are a column; otherwise a select. */
    hasLists,
    /** Only one pane fits: the list or the thread. */
    isNarrow: !hasBoth,
  };
}
