import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { refetchChanged } from './changed-settings';
import { Realtime, type PushSocket, type RealtimeState } from './realtime';
import { session } from './session';
import { loadPart } from './load-part';

const RealtimeContext = createContext<Realtime | null>(null);

/** Loads the socket's code separately, so that the first page does not wait for it. */
async function loadSocket(): Promise<PushSocket> {
  const { openSocket } = await loadPart(() => import('./socket'));
  return openSocket();
}

/** Provides the realtime connection to its children and refetches settings whose change the server reports. */
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

/** Why the realtime connection is down; null while it works. */
export function useOutage(): 'offline' | 'reconnecting' | null {
  const { online } = useNetwork();
  const { status } = useConnection();
  if (!online) return 'offline';
  return status === 'lost' ? 'reconnecting' : null;
}
