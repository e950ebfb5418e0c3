import { Suspense, useEffect } from 'react';
import type { Chat, Page } from '@parley/contracts/api/conversations';
import { useListKey } from '../address';
import { scopeOf, selection, useSelection } from './selection';
import { lazyPart } from '../../../lib/lazy-part';

const SelectionTools = lazyPart(() => import('./selection-tools'));

/** Bar above the rows while the user selects conversations. */
export function SelectionBar({ page }: { page: Page<Chat> }) {
  const key = useListKey();
  const { isOn, of } = useSelection();
  const isOfThis = of === scopeOf(key);
  useEffect(() => {
    if (isOn && !isOfThis) selection.end();
  }, [isOn, isOfThis]);
  if (!isOn || !isOfThis) return null;
  return (
    <Suspense>
      <SelectionTools page={page} scope={of} />
    </Suspense>
  );
}
