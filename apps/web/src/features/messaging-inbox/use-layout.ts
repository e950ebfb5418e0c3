import { useMediaQuery } from '@mantine/hooks';

const immediately = { getInitialValueInEffect: false };

/** Which panes fit on the screen beside the thread. */
export function useLayout() {
  const hasPanel = useMediaQuery('(min-width: 80em)', undefined, immediately);
  const hasLists = useMediaQuery('(min-width: 64em)', undefined, immediately);
  const hasBoth = useMediaQuery('(min-width: 48em)', undefined, immediately);
  return {
    /** Whether the contact is shown in a panel beside the thread; otherwise it is in a drawer. */
    hasPanel,
    /** Whether the lists are shown in a column; otherwise they are in a select. */
    hasLists,
    /** Whether only one pane fits: either the list or the thread. */
    isNarrow: !hasBoth,
  };
}
