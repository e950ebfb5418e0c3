import { queryOptions } from '@tanstack/react-query';
import type { ParkedResponse } from '@parley/contracts/api/parked';
import { api } from './api-client';

/**
 * Dead letters of the organisation, which wait for an administrator. The server does not push them, so the query
 * polls.
 */
export const parkedQuery = queryOptions({
  queryKey: ['parked'],
  queryFn: async ({ signal }) => (await api<{ data: ParkedResponse[] }>('/api/v3/parked', { signal })).data,
  refetchInterval: 60_000,
});
