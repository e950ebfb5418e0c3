import { QueryClient } from '@tanstack/react-query';
import { retryPassing } from './problem';

/**
 * Creates the window's query cache. Queries are retried only if the failure may be temporary; mutations are not
 * retried.
 */
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
