import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { SearchResponse } from '@parley/contracts/api/search';
import { isEmptySearch, parseSearch } from '@parley/contracts/api/search-query';
import { api, query } from '../../../lib/api-client';

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const ask = (q: string, limit: number, cursor: string | null, signal: AbortSignal) =>
  api<SearchResponse>(`/api/v3/search${query({ q, limit, cursor, timeZone: timeZone() })}`, { signal });

/** Whether a text is a valid, non-empty search that the server accepts. */
export function isAskable(text: string): boolean {
  const { query: asked, faults } = parseSearch(text);
  return faults.length === 0 && !isEmptySearch(asked);
}

/** Query for the first results of each group while the user types. Never cached, since results change. */
export const firstHitsQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', 'first', text],
    queryFn: ({ signal }) => ask(text, 5, null, signal),
    enabled: isAskable(text),
    staleTime: 0,
    gcTime: 60_000,
  });

/**
 * Query for all messages that match a text, page after page; the first page also contains contacts and conversations.
 */
export const allHitsQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'all', text],
    queryFn: ({ signal, pageParam }) => ask(text, 30, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isAskable(text),
    staleTime: 60_000,
  });
