import { Suspense, useEffect } from 'react';
import { useCell } from '../../lib/cell';
import { useOpenConversation } from '../conversation';
import { lazyPart } from '../../lib/lazy-part';

const Shown = lazyPart(() => import('./shown'), { shape: 'card' });

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
