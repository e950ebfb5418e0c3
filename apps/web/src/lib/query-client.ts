import { QueryClient } from '@tanstack/react-query';
import { retryPassing } from './problem';

/** One cache for the window. Requests are repeated only when the failure may pass. */
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
