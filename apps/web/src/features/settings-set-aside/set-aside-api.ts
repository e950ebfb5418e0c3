import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  EmailSourceResponse,
  RetriedMailsResponse,
  SetAsideMailsResponse,
} from '@parley/contracts/api/email';
import { api, query } from '../../lib/api-client';

const PATH = '/api/v3/set-aside-mails';
/** Maximum number of e-mails per request, small enough to show progress. */
const AT_ONCE = 5;
/** Polling interval in ms, since the server does not push e-mails that could not be imported. */
const LOOK_EVERY_MS = 30_000;

/**
 * Query for a page of the e-mails that could not be imported.
 * @param page starts at 1
 */
export const setAsideQuery = (page: number) =>
  queryOptions({
    queryKey: ['set-aside', page],
    queryFn: ({ signal }) => api<SetAsideMailsResponse>(`${PATH}${query({ page })}`, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });

export const setAsideSourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['set-aside-source', id],
    queryFn: ({ signal }) => api<EmailSourceResponse>(`${PATH}/${id}/source`, { signal }),
    staleTime: Infinity,
  });

export const fileOf = (id: string) => `${PATH}/${id}/file`;

/**
 * Mutation that retries e-mails in several requests. Each request has a time limit; the next request includes the
 * e-mails that it did not reach.
 * @param onProgress called after each request with the number of e-mails tried so far
 */
export function useRetryMails(onProgress: (tried: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const tried: RetriedMailsResponse['data'] = [];
      for (let left = ids; left.length > 0; left = ids.slice(tried.length)) {
        const { data } = await api<RetriedMailsResponse>(`${PATH}/retry`, {
          method: 'POST',
          body: { ids: left.slice(0, AT_ONCE) },
        });
        tried.push(...data.filter(({ outcome }) => outcome !== 'later'));
        onProgress(tried.length);
      }
      return tried;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['set-aside'] }),
  });
}
