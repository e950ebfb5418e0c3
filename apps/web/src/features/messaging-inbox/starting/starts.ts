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

/** Upload path for files of a first message, whose conversation does not exist yet. */
export const uploadPath = `${path}/assets`;

/** Contacts as recipients, by keyword or by id. */
export const recipientsQuery = (asked: { keyword?: string; id?: string }) =>
  queryOptions({
    queryKey: ['recipients', asked] as const,
    queryFn: async ({ signal }) =>
      (await api<RecipientsResponse>(`${path}/recipients${query(asked)}`, { signal })).data,
    staleTime: 5_000,
  });

/** Ids of the channels that a link names. */
export const namedQuery = (name: string) =>
  queryOptions({
    queryKey: ['recipients', 'channels', name] as const,
    queryFn: async ({ signal }) =>
      (await api<ChannelsNamedResponse>(`${path}/channels${query({ name })}`, { signal })).data,
  });

/** Sends the first message. Its key makes retries send it once. */
export function useStart() {
  return useMutation({
    mutationFn: (body: StartRequest) => api<StartResponse>(path, { method: 'POST', body }),
    retry: retryPassing(3),
  });
}
