import { queryOptions } from '@tanstack/react-query';
import type { ParkedResponse } from '@parley/contracts/api/parked';
import { api } from './api-client';

/**
 * Query for the organisation's dead letters, which wait for an administrator. Polls, because the server does not push
 * them.
 */
export const parkedQuery = queryOptions({
  queryKey: ['parked'],
  queryFn: async ({ signal }) => (await api<{ data: ParkedResponse[] }>('/api/v3/parked', { signal })).data,
  refetchInterval: 60_000,
});
