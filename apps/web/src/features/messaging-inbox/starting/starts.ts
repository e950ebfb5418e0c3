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

/** Where files of a first message are posted: its conversation is not there yet. */
export const uploadPath = `${path}/assets`;

/** Contacts to write to, by words or by id. */
export const recipientsQuery = (asked: { keyword?: string; id?: string }) =>
  queryOptions({
    queryKey: ['recipients', asked] as const,
    queryFn: async ({ signal }) =>
      (await api<RecipientsResponse>(`${path}/recipients${query(asked)}`, { signal })).data,
    staleTime: 5_000,
  });

/** Ids of the channels that a link means. */
export const namedQuery = (name: string) =>
  queryOptions({
    queryKey: ['recipients', 'channels', name] as const,
    queryFn: async ({ signal }) =>
      (await api<ChannelsNamedResponse>(`${path}/channels${query({ name })}`, { signal })).data,
  });

/** Sends the first message. Its key makes it the same one however often it is asked for. */
export function useStart() {
  return useMutation({
    mutationFn: (body: StartRequest) => api<StartResponse>(path, { method: 'POST', body }),
    retry: retryPassing(3),
  });
}
