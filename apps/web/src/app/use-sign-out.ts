import { useEffect, useState } from 'react';
import { loadUnsent, type Unsent } from '../lib/feature';
import { loadPart } from '../lib/load-part';
import { session, signOut } from '../lib/session';

/** Ends push notifications in this browser. */
const endPush = async () => (await loadPart(() => import('../lib/push'))).endPush();

/** Signs out: at once if the server has everything that was written here, otherwise after a confirmation. */
export function useSignOut() {
  const [isSending, setSending] = useState(false);
  const [left, setLeft] = useState<Unsent | null>(null);
  // Loaded in advance, because the code cannot be loaded if the network is down at sign-out.
  useEffect(
    () =>
      void Promise.all([loadUnsent(), loadPart(() => import('./sign-out-dialog'))]).catch(() => undefined),
    [],
  );

  const leave = () => signOut({ keepsUnsent: false, first: endPush });
  const ask = async () => {
    setSending(true);
    session.beginSignOut();
    const unsent = await loadUnsent()
      .then((sendUnsent) => sendUnsent())
      .catch(() => null);
    // The number of unsent items is unknown, so they stay in this browser.
    if (!unsent) return signOut({ keepsUnsent: true });
    if (Object.values(unsent).every((count) => count === 0)) return leave();
    setSending(false);
    setLeft(unsent);
  };
  const stay = () => {
    setLeft(null);
    session.cancelSignOut();
  };
  return { isSending, left, ask, leave, stay };
}
