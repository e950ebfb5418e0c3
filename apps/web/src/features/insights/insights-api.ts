import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EntryResponse } from '@parley/contracts/api/conversations';
import type { MetricPath } from '@parley/contracts/api/insight-metrics';
import type { GraphDefinition } from '@parley/contracts/api/insight-graphs';
import type {
  AverageAnswer,
  CountedFactsResponse,
  DashboardResponse,
  GraphAnswer,
  SatisfactionResponse,
  WhyResponse,
} from '@parley/contracts/api/insights';
import { api, query } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { toastFailure } from '../../lib/toast';
import type { Arrangement } from './arrangement';
import type { Asked } from './filters';

const base = '/api/intelligence/v1';

showsSettings('dashboard', 'customer');

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => api<DashboardResponse>(`${base}/dashboard`, { signal }),
  staleTime: Infinity,
});

/** Saves the user's arrangement of graphs; shown at once, and reverted on failure. */
export function useArrange() {
  const client = useQueryClient();
  const { queryKey } = dashboardQuery;
  return useMutation({
    scope: { id: 'dashboard' },
    mutationFn: (arrangement: Arrangement) =>
      api<Arrangement>(`${base}/dashboard`, { method: 'PUT', body: arrangement }),
    onMutate: ({ slots, sizes }) => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (held) => held && { ...held, slots, sizes, isArranged: true });
      return before;
    },
    onError: (error, _arrangement, before) => {
      if (before) client.setQueryData(queryKey, before);
      toastFailure(error);
    },
  });
}

/** Polling interval in ms of numbers that may still change. */
const LIVE_MS = 15_000;

/** This metric has an average only, and no series. */
const onlyAverage = 'metrics/messages/response-times';

export function graphQuery(
  { dataPath, filters, aggregatorPath }: GraphDefinition,
  asked: Asked,
  isLive: boolean,
) {
  const { channel, ...rest } = asked;
  // A graph of one platform keeps that limit, unless the user filters by channels.
  const search = query({ ...rest, channel: channel ?? filters?.channel, direction: filters?.direction });
  const isAverage = dataPath === onlyAverage;
  return queryOptions({
    queryKey: ['insights', dataPath, search],
    queryFn: async ({ signal }): Promise<GraphAnswer> => {
      const path = `${base}/${dataPath}`;
      const [main, average] = await Promise.all([
        api<GraphAnswer['main']>(`${path}${isAverage ? '/average' : ''}${search}`, { signal }),
        aggregatorPath && !isAverage
          ? api<AverageAnswer>(`${path}${aggregatorPath}${search}`, { signal })
          : null,
      ]);
      return { main, average: isAverage ? (main as AverageAnswer) : average };
    },
    refetchInterval: isLive ? LIVE_MS : false,
    staleTime: isLive ? 0 : 5 * 60_000,
    placeholderData: keepPreviousData,
  });
}

/** The part of a graph that the user opened. */
export interface Opened {
  graphId: number;
  /** The start of a bar, ISO 8601. */
  at?: string;
  /** The id of a slice. */
  share?: string;
}

/** The question to the server for the facts that a part of a graph counts. */
export function questionOf(
  { dataPath, filters }: GraphDefinition,
  { channel, ...rest }: Asked,
  { at, share }: Opened,
): FactsQuestion {
  const narrowed = { channel: channel ?? filters?.channel, direction: filters?.direction };
  return { ...rest, ...narrowed, metric: dataPath, at, share };
}

export type FactsQuestion = Asked & { metric: MetricPath; at?: string; share?: string };

export function factsPath(question: FactsQuestion, cursor?: string) {
  return `${base}/facts${query({ ...question, cursor })}`;
}

/** The address at which the inbox lists the conversations that a question counts. */
export function inboxAddress(question: FactsQuestion): string {
  return `/messaging-inbox${query({ list: 'open', counted: query({ ...question }).slice(1) })}`;
}

export function loadFacts(path: string, signal: AbortSignal): Promise<CountedFactsResponse> {
  return api<CountedFactsResponse>(path, { signal });
}

/** A message; the server refuses it if the user may not see it. */
export function entryQuery(messageId: string) {
  return queryOptions({
    queryKey: ['insights-entry', messageId],
    queryFn: ({ signal }) => api<EntryResponse>(`/api/v3/messaging-chats/entries/${messageId}`, { signal }),
    retry: false,
    staleTime: 60_000,
  });
}

/** The ratings of contacts, by the agents and tags that they concern. */
export function satisfactionQuery(asked: Asked) {
  const search = query({ ...asked });
  return queryOptions({
    queryKey: ['insights-satisfaction', search],
    queryFn: ({ signal }) => api<SatisfactionResponse>(`${base}/satisfaction${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The result of one version of a definition: the number of cases, and for durations their average. */
export function versionQuery(
  metric: MetricPath,
  { isTime, version }: { isTime: boolean; version: number },
  asked: Asked,
) {
  const search = { ...asked, version };
  return queryOptions({
    queryKey: ['insights-version', metric, query(search)],
    queryFn: async ({ signal }) => {
      const [facts, times] = await Promise.all([
        loadFacts(`${base}/facts${query({ ...search, metric })}`, signal),
        isTime ? api<AverageAnswer>(`${base}/${metric}/average${query(search)}`, { signal }) : null,
      ]);
      return { cases: facts.total, average: times?.data ?? null };
    },
  });
}

export function whyQuery(key: string) {
  return queryOptions({
    queryKey: ['insights-why', key],
    queryFn: ({ signal }) => api<WhyResponse>(`${base}/facts/why${query({ key })}`, { signal }),
  });
}
