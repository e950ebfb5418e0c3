import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  EmailSourceResponse,
  RetriedMailsResponse,
  SetAsideMailsResponse,
} from '@parley/contracts/api/email';
import { api, query } from '../../lib/api-client';

const PATH = '/api/v3/set-aside-mails';
/** Nothing pushes what is set aside. */
const LOOK_EVERY_MS = 30_000;

/** @param page from 1 on */
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

export function useRetryMails() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) =>
      api<RetriedMailsResponse>(`${PATH}/retry`, { method: 'POST', body: { ids } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['set-aside'] }),
  });
}
