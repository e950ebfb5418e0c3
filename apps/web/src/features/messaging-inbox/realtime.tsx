import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { openSocket, Realtime } from '../../lib/realtime';
import { session } from '../../lib/session';
import { useConnectionToasts } from './use-connection-toasts';
import { countsQuery } from './api/queries';
import { catchUpTranscript, positionOf, pushListener } from './api/sync';
import { outbox } from './composer/sending';
import { useViewer } from './viewer';

interface Live {
  realtime: Realtime;
  listener: ReturnType<typeof pushListener>;
}

const LiveContext = createContext<Live | null>(null);

/** Holds the connection that keeps the inbox fresh. It starts once there is a cursor to start from. */
export function LiveInbox({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const viewer = useViewer();
  const live = useMemo(() => {
    const listener = pushListener(client, viewer);
    const realtime: Realtime = new Realtime(
      { open: openSocket, token: () => session.token(), freshToken: () => session.renew() },
      {
        ...listener,
        // The server may have stopped following: what one may see has changed.
        onReset: (push) =>
          void listener.reset(push).then(() => realtime.follow(listener.cursors().transcript ?? null)),
      },
    );
    return { listener, realtime };
  }, [client, viewer]);
  const hasCursor = useQuery(countsQuery).isSuccess;

  useEffect(() => {
    if (!hasCursor) return;
    const { realtime } = live;
    const hurry = () => {
      realtime.hurry();
      outbox.flushAll();
    };
    realtime.start();
    outbox.flushAll();
    window.addEventListener('online', hurry);
    return () => {
      window.removeEventListener('online', hurry);
      realtime.stop();
    };
  }, [live, hasCursor]);

  useConnectionToasts(live.realtime);
  return <LiveContext value={live}>{children}</LiveContext>;
}

function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('Only inside LiveInbox.');
  return live;
}

export function useConnection() {
  const { realtime } = useLive();
  return useSyncExternalStore(realtime.watch, realtime.getState);
}

/** Follows the entries of an open conversation from the moment that they are loaded. */
export function useFollow(chatId: string, isLoaded: boolean): void {
  const client = useQueryClient();
  const { realtime, listener } = useLive();
  useEffect(() => {
    const position = positionOf(client, chatId);
    if (!isLoaded || position === undefined) return;
    listener.follow(chatId);
    realtime.follow({ chatId, position });
    return () => {
      listener.follow(null);
      realtime.follow(null);
    };
  }, [client, chatId, isLoaded, listener, realtime]);
}

/** Brings in what was pushed while a page of a thread was under way. */
export function useCatchUp(chatId: string, fetchedAt: number): void {
  const client = useQueryClient();
  useEffect(() => catchUpTranscript(client, chatId), [client, chatId, fetchedAt]);
}
