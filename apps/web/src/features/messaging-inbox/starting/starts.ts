import { queryOptions, useMutation } from '@tanstack/react-query';
import type {
  ChannelsNamedResponse,
  RecipientsResponse,
  StartResponse,
} from '@parley/contracts/api/starting';
import type { StartRequest } from '@parley/contracts/api/starting.requests';
import { api, query } from '../../../lib/api-client';
import { retryPassing } from '../../../lib/problem';

const path = '/api/v3/conversation-starts';

/** Path to which files of a first message are uploaded before its conversation exists. */
export const uploadPath = `${path}/assets`;

/** Query for contacts as recipients, by keyword or by id. */
export const recipientsQuery = (asked: { keyword?: string; id?: string }) =>
  queryOptions({
    queryKey: ['recipients', asked] as const,
    queryFn: async ({ signal }) =>
      (await api<RecipientsResponse>(`${path}/recipients${query(asked)}`, { signal })).data,
    staleTime: 5_000,
  });

/** Query for the ids of the channels with the name that a link contains. */
export const namedQuery = (name: string) =>
  queryOptions({
    queryKey: ['recipients', 'channels', name] as const,
    queryFn: async ({ signal }) =>
      (await api<ChannelsNamedResponse>(`${path}/channels${query({ name })}`, { signal })).data,
  });

/** Mutation that sends the first message; retries with the same idempotency key send it once. */
export function useStart() {
  return useMutation({
    mutationFn: (body: StartRequest) => api<StartResponse>(path, { method: 'POST', body }),
    retry: retryPassing(3),
  });
}
