import { QueryClient } from '@tanstack/react-query';
import { retryPassing } from './problem';

/** The window's query cache. Queries are retried only if the failure may pass; commands are not retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: retryPassing(2),
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
