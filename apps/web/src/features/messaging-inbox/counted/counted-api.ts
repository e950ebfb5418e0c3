import { infiniteQueryOptions } from '@tanstack/react-query';
import { metricPaths, type MetricPath } from '@parley/contracts/api/insight-metrics';
import type { CountedFactsResponse } from '@parley/contracts/api/insights';
import { api, query } from '../../../lib/api-client';

/** The parameters of an Insights number that are sent to the server. */
const asked = [
  'between',
  'and',
  'agent',
  'channel',
  'tags',
  'team',
  'direction',
  'asOf',
  'aggregatedBy',
  'version',
  'at',
  'share',
] as const;

/** The parameters of an Insights number, from the URL. */
export interface CountedQuestion {
  metric: MetricPath;
  between: string;
  and: string;
  fields: Record<string, string>;
}

export function questionIn(counted: string): CountedQuestion | null {
  const params = new URLSearchParams(counted);
  const metric = metricPaths.find((path) => path === params.get('metric'));
  const [between, and] = [params.get('between'), params.get('and')];
  if (!metric || !between || !and) return null;
  const fields = Object.fromEntries(
    asked.flatMap((name) => (params.get(name) === null ? [] : [[name, params.get(name)!]])),
  );
  return { metric, between, and, fields };
}

/** Query for the conversations that an Insights number counts, each once, newest first. */
export function countedQuery({ metric, fields }: CountedQuestion) {
  return infiniteQueryOptions({
    queryKey: ['counted', metric, fields] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      api<CountedFactsResponse>(
        `/api/intelligence/v1/facts${query({ ...fields, metric, each: 'conversation', cursor })}`,
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
