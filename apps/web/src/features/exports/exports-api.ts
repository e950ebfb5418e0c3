import { useEffect } from 'react';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import {
  EXPORT,
  type Export,
  type ExportFieldsResponse,
  type ExportKind,
  type ExportLinkResponse,
  type ExportsResponse,
} from '@parley/contracts/api/exports';
import type { ExportRequest, ExportSelectionRequest } from '@parley/contracts/api/exports.requests';
import { isActive } from '@parley/contracts/api/jobs';
import { api, query } from '../../lib/api-client';
import { newerOf } from '../../lib/jobs';
import { useConnection, useRealtime } from '../../lib/live';

const path = '/api/v3/exports';
export const everyExport = ['exports'] as const;
const list = [...everyExport, 'list'] as const;
/** Polling interval in ms while a colleague's export runs, since the server pushes it only to that colleague. */
const EVERY_MS = 5_000;

type Pages = InfiniteData<ExportsResponse, string | null>;

export const exportsQuery = (me: string) =>
  infiniteQueryOptions({
    queryKey: list,
    queryFn: ({ signal, pageParam: before }) =>
      api<ExportsResponse>(`${path}${query({ before })}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some(({ job, userId }) => userId !== me && job && isActive(job)))
        ? EVERY_MS
        : false,
  });

export const fieldsQuery = (kind: ExportKind) =>
  queryOptions({
    queryKey: [...everyExport, 'fields', kind] as const,
    queryFn: ({ signal }) =>
      api<ExportFieldsResponse>(`${path}/fields${query({ kind })}`, { signal }).then(({ data }) => data),
  });

export const countQuery = (asked: ExportSelectionRequest) =>
  queryOptions({
    queryKey: [...everyExport, 'count', asked] as const,
    queryFn: ({ signal }) => api<{ count: number }>(`${path}/count`, { method: 'POST', body: asked, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Applies pushes about the user's own exports to the list, and refetches after each reconnection. */
export function useLiveExports(refetch: () => unknown): void {
  const client = useQueryClient();
  const realtime = useRealtime();
  const isLive = useConnection().status === 'live';
  useEffect(
    () =>
      realtime.onJob((job) => {
        if (job.kind !== EXPORT) return;
        client.setQueryData<Pages>(
          list,
          (all) =>
            all && {
              ...all,
              pages: all.pages.map((page) => ({
                ...page,
                data: page.data.map((one) =>
                  one.id === job.id ? { ...one, job: newerOf(one.job ?? undefined, job) } : one,
                ),
              })),
            },
        );
      }),
    [client, realtime],
  );
  useEffect(() => {
    if (isLive) void refetch();
  }, [isLive, refetch]);
}

/** Mutation for a command on exports; refetches the list afterwards. */
function useExportCommand<Given, Answer>(command: (given: Given) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: command,
    onSettled: () => client.invalidateQueries({ queryKey: list }),
  });
}

export const useBeginExport = () =>
  useExportCommand((body: ExportRequest) => api<Export>(path, { method: 'POST', body, makes: true }));

export const useRunAgain = () =>
  useExportCommand((id: string) =>
    api<Export>(`${path}/${id}/again`, { method: 'POST', body: {}, makes: true }),
  );

export const useDeleteExport = () =>
  useExportCommand((id: string) => api<void>(`${path}/${id}`, { method: 'DELETE' }));

/** Mutation that requests a personal link, valid for ten minutes, and downloads the file from it. */
export const useDownload = () =>
  useExportCommand((id: string) =>
    api<ExportLinkResponse>(`${path}/${id}/link`, { method: 'POST', body: {} }).then((link) => {
      const anchor = document.createElement('a');
      anchor.href = link.url;
      anchor.download = '';
      anchor.click();
      return link;
    }),
  );
