import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messaging } from '../messaging';

/** Whoever runs along the list asks for nothing until they stay. */
const SETTLED_MS = 100;

/** Fetches what was said in conversations that are likely to be opened next, so that it is there at once. */
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
