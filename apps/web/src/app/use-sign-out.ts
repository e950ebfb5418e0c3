import { useEffect, useState } from 'react';
import { loadUnsent, type Unsent } from '../lib/feature';
import { loadPart } from '../lib/load-part';
import { session, signOut } from '../lib/session';

/** Who signed out is told nothing more in this browser. */
const endPush = async () => (await loadPart(() => import('../lib/push'))).endPush();

/** Signing out: at once where the server has everything that was written here, else only after having asked. */
export function useSignOut() {
  const [isSending, setSending] = useState(false);
  const [left, setLeft] = useState<Unsent | null>(null);
  // Without a network it is too late to load them.
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
    // Nobody knows what is here: it stays.
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
