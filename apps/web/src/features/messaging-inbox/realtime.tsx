import { createContext, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRealtime } from '../../lib/live';
import type { Realtime } from '../../lib/realtime';
import { countsQuery } from './api/queries';
import { pushListener } from './api/sync';
import { inboxHere } from './address';
import { messaging } from './messaging';
import { useViewer } from './viewer';

interface Live {
  realtime: Realtime;
  listener: ReturnType<typeof pushListener>;
}

const LiveContext = createContext<Live | null>(null);

/**
 * Keeps the inbox up to date by pushes from the server. Subscribes once a response has a log position from which to
 * resume.
 */
export function LiveInbox({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const viewer = useViewer();
  const realtime = useRealtime();
  const live = useMemo(
    () => ({ realtime, listener: pushListener(client, viewer) }),
    [client, realtime, viewer],
  );
  const hasCursor = useQuery(countsQuery(inboxHere())).isSuccess;

  useEffect(() => {
    if (!hasCursor) return;
    const { listener } = live;
    return realtime.attach({
      ...listener,
      onPresence: (push) => messaging.present.show(push),
      // The reset came from a change of the user's visibility, after which the server may no longer push this thread:
      // subscribes again.
      onReset: (push) =>
        void listener.reset(push).then(() => realtime.follow(listener.cursors().transcript ?? null)),
    });
  }, [live, realtime, hasCursor]);

  useEffect(() => {
    if (!hasCursor) return;
    const flush = () => void messaging.sendWaiting();
    flush();
    window.addEventListener('online', flush);
    return () => window.removeEventListener('online', flush);
  }, [hasCursor]);

  useEffect(
    () => realtime.watch(() => realtime.getState().status === 'lost' && messaging.present.forget()),
    [realtime],
  );

  return <LiveContext value={live}>{children}</LiveContext>;
}

function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('Only inside LiveInbox.');
  return live;
}

/** Subscribes to the entries of an open conversation once they are loaded. */
export function useFollow(chatId: string, isLoaded: boolean): void {
  const client = useQueryClient();
  const { realtime, listener } = useLive();
  useEffect(() => {
    const position = messaging.transcripts.positionOf(client, chatId);
    if (!isLoaded || position === undefined) return;
    listener.follow(chatId);
    realtime.follow({ chatId, position });
    return () => {
      listener.follow(null);
      realtime.follow(null);
    };
  }, [client, chatId, isLoaded, listener, realtime]);
}
