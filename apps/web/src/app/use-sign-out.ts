import { useEffect, useState } from 'react';
import type { Unsent } from '../conversation/conversations';
import { session, signOut } from '../lib/session';

export const loadUnsent = () => import('../features/messaging-inbox/unsent');
export const loadSignOutDialog = () => import('./sign-out-dialog');

/** Signing out: at once where the server has everything that was written here, else only after having asked. */
export function useSignOut() {
  const [isSending, setSending] = useState(false);
  const [left, setLeft] = useState<Unsent | null>(null);
  // Without a network it is too late to load them.
  useEffect(() => void Promise.all([loadUnsent(), loadSignOutDialog()]).catch(() => undefined), []);

  const leave = () => signOut({ keepsUnsent: false });
  const ask = async () => {
    setSending(true);
    session.beginSignOut();
    const unsent = await loadUnsent()
      .then(({ sendUnsent }) => sendUnsent())
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
