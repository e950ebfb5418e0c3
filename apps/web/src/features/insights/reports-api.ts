import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import type { ReportsResponse } from '@parley/contracts/api/insights';
import type { ReportFilters, ReportRhythm } from '@parley/contracts/events/insight-report.events';
import { api, query } from '../../lib/api-client';
import { showsSettings } from '../../lib/changed-settings';
import { toastFailure } from '../../lib/toast';

export type Report = ReportsResponse['data'][number];
/** Content of a mailed report: a dashboard's graphs (null: the user's own dashboard) and its filters. */
export type Reported = Pick<Report, 'graphs' | 'filters'>;

const path = '/api/intelligence/v1/reports';

showsSettings('reports', 'insightReport');

const load = (minPosition?: string, signal?: AbortSignal) =>
  api<ReportsResponse>(`${path}${query({ minPosition })}`, { signal });

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: ({ signal }) => load(undefined, signal),
});

/** The user's report with the same graphs and filters; undefined if the user has not subscribed to one. */
export function reportOf(reports: Report[], { graphs, filters }: Reported): Report | undefined {
  const name = (of: Reported) =>
    JSON.stringify([
      of.graphs,
      ...(['agent', 'channel', 'tags', 'team'] as const).map((field) => sorted(of.filters, field)),
    ]);
  return reports.find((report) => name(report) === name({ graphs, filters }));
}

function sorted(filters: ReportFilters, field: keyof ReportFilters): string[] {
  return [...new Set(filters[field])].sort();
}

/**
 * Mutation that subscribes the user to a mailed report on a dashboard, changes its rhythm, or unsubscribes. Lists
 * that load afterwards include the change.
 */
export function useSwitchReport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: (Reported & { every: ReportRhythm }) | { stop: string }) => {
      const { position } =
        'stop' in change
          ? await api<CommandResponse>(`${path}/${change.stop}`, { method: 'DELETE' })
          : await api<CommandResponse>(path, { method: 'PUT', body: change });
      client.setQueryData(reportsQuery.queryKey, await load(position || undefined));
    },
    onError: (error) => {
      toastFailure(error);
      void client.invalidateQueries({ queryKey: reportsQuery.queryKey });
    },
  });
}
