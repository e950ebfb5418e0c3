import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messaging } from '../messaging';

/** Delay in ms before fetching, so that moving quickly along the list fetches nothing. */
const SETTLED_MS = 100;

/** Fetches the threads that the user is likely to open next, so that they open without waiting. */
export function usePrefetch(chatIds: string[]): void {
  const client = useQueryClient();
  const ids = chatIds.join();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const id of ids.split(',').filter(Boolean))
        void client.prefetchInfiniteQuery(messaging.transcripts.query(id));
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [client, ids]);
}
