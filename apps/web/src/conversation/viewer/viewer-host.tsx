import { lazy, Suspense, useEffect } from 'react';
import { loadPart } from '../../lib/load-part';
import { useCell } from '../../lib/cell';
import { useOpenConversation } from '../conversation';

const Shown = lazy(() => loadPart(() => import('./shown')));

/** Draws what is looked at of the open conversation. */
export function ViewerHost() {
  const { store } = useOpenConversation();
  const shown = useCell(store.viewing);
  useEffect(() => () => store.viewing.set(null), [store]);
  if (!shown) return null;
  return (
    <Suspense>
      <Shown viewing={shown} />
    </Suspense>
  );
}
