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

/** Mutation that saves the user's arrangement of graphs; shows it at once and reverts it if saving fails. */
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

/** Polling interval in ms for numbers that may still change. */
const LIVE_MS = 15_000;

/** Path of the only metric that has an average but no series. */
const onlyAverage = 'metrics/messages/response-times';

export function graphQuery(
  { dataPath, filters, aggregatorPath }: GraphDefinition,
  asked: Asked,
  isLive: boolean,
) {
  const { channel, ...rest } = asked;
  // A graph limited to one platform keeps that limit, unless the user filters by channels.
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

/** The graph, or the part of it, whose facts the user opened. */
export interface Opened {
  graphId: number;
  /** Start of the time that the opened bar covers, ISO 8601. */
  at?: string;
  /** Id of the opened slice. */
  share?: string;
}

/** Parameters of the request for the facts that a part of a graph counts. */
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

/** Path of the inbox with the list of conversations that a number counts. */
export function inboxAddress(question: FactsQuestion): string {
  return `/messaging-inbox${query({ list: 'open', counted: query({ ...question }).slice(1) })}`;
}

export function loadFacts(path: string, signal: AbortSignal): Promise<CountedFactsResponse> {
  return api<CountedFactsResponse>(path, { signal });
}

/** Query for a message; fails if the user may not see it. */
export function entryQuery(messageId: string) {
  return queryOptions({
    queryKey: ['insights-entry', messageId],
    queryFn: ({ signal }) => api<EntryResponse>(`/api/v3/messaging-chats/entries/${messageId}`, { signal }),
    retry: false,
    staleTime: 60_000,
  });
}

/** Query for contacts' ratings, grouped by agent and by tag. */
export function satisfactionQuery(asked: Asked) {
  const search = query({ ...asked });
  return queryOptions({
    queryKey: ['insights-satisfaction', search],
    queryFn: ({ signal }) => api<SatisfactionResponse>(`${base}/satisfaction${search}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Query for the number that a single version of a definition counts: for durations, also their average. */
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
