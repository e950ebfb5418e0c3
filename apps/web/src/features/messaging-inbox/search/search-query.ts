import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { SearchResponse } from '@parley/contracts/api/search';
import { isEmptySearch, parseSearch } from '@parley/contracts/api/search-query';
import { api, query } from '../../../lib/api-client';

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const ask = (q: string, limit: number, cursor: string | null, signal: AbortSignal) =>
  api<SearchResponse>(`/api/v3/search${query({ q, limit, cursor, timeZone: timeZone() })}`, { signal });

/** Whether a text asks for something that the server understands. */
export function isAskable(text: string): boolean {
  const { query: asked, faults } = parseSearch(text);
  return faults.length === 0 && !isEmptySearch(asked);
}

/** The first of each group, as one types. What was found may have changed since: it is asked for again each time. */
export const firstHitsQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', 'first', text],
    queryFn: ({ signal }) => ask(text, 5, null, signal),
    enabled: isAskable(text),
    staleTime: 0,
    gcTime: 60_000,
  });

/** All messages that a text finds, page after page. The first page names contacts and conversations as well. */
export const allHitsQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'all', text],
    queryFn: ({ signal, pageParam }) => ask(text, 30, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isAskable(text),
    staleTime: 60_000,
  });
