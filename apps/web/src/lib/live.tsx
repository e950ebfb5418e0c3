import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { refetchChanged } from './changed-settings';
import { Realtime, type PushSocket, type RealtimeState } from './realtime';
import { session } from './session';
import { loadPart } from './load-part';

const RealtimeContext = createContext<Realtime | null>(null);

/** Nothing that a page shows first waits for it. */
async function loadSocket(): Promise<PushSocket> {
  const { openSocket } = await loadPart(() => import('./socket'));
  return openSocket();
}

/** Holds the connection that pushes come over, and keeps the settings that are shown as they are now. */
export function Live({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const realtime = useMemo(
    () =>
      new Realtime({
        open: loadSocket,
        token: () => session.token(),
        freshToken: () => session.renew(),
        onChanged: (changed) => void refetchChanged(client, changed),
      }),
    [client],
  );
  useEffect(() => {
    const hurry = () => realtime.hurry();
    const wake = () => document.visibilityState === 'visible' && realtime.wake();
    realtime.start();
    window.addEventListener('online', hurry);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', wake);
      realtime.stop();
    };
  }, [realtime]);
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>;
}

export function useRealtime(): Realtime {
  const realtime = useContext(RealtimeContext);
  if (!realtime) throw new Error('Only inside Live.');
  return realtime;
}

export function useConnection(): RealtimeState {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.watch, realtime.getState);
}

/** Why nothing new comes in just now; null while it does. */
export function useOutage(): 'offline' | 'reconnecting' | null {
  const { online } = useNetwork();
  const { status } = useConnection();
  if (!online) return 'offline';
  return status === 'lost' ? 'reconnecting' : null;
}
