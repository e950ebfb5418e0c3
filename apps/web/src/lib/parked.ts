import { queryOptions } from '@tanstack/react-query';
import type { ParkedResponse } from '@parley/contracts/api/parked';
import { api } from './api-client';

/** Messages that wait for an administrator. Nothing pushes them, so they are asked for now and then. */
export const parkedQuery = queryOptions({
  queryKey: ['parked'],
  queryFn: async ({ signal }) => (await api<{ data: ParkedResponse[] }>('/api/v3/parked', { signal })).data,
  refetchInterval: 60_000,
});
