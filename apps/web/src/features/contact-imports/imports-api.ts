import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  ContactImport,
  ImportColumn,
  ImportOutcome,
  ImportRowsResponse,
  ImportSettings,
} from '@parley/contracts/api/contact-imports';
import type { PatchImportRequest } from '@parley/contracts/api/contact-imports.requests';
import type { ContactListResponse } from '@parley/contracts/api/contact-lists';
import { isActive, type Job } from '@parley/contracts/api/jobs';
import { api, authorization, query } from '../../lib/api-client';
import { failureOf, RequestFailed } from '../../lib/problem';
import { upload } from '../../lib/upload';

export const importsPath = '/api/v3/contact-imports';
/** Polling interval in ms while a job runs. */
const EVERY_MS = 1_000;

const keyOf = (id: string) => ['contact-import', id] as const;

export const importsQuery = queryOptions({
  queryKey: ['contact-imports'],
  queryFn: ({ signal }) => api<{ data: ContactImport[] }>(importsPath, { signal }).then(({ data }) => data),
});

/** Query for the lists to which contacts can be added. */
export const listNamesQuery = queryOptions({
  queryKey: ['contact-lists', 'names'],
  queryFn: ({ signal }) =>
    api<{ data: ContactListResponse[] }>('/api/v3/contact-lists', { signal }).then(({ data }) => data),
});

/** An import with the job of its current step; `job` is null if there is no such job or it was deleted. */
export interface Progress {
  import: ContactImport;
  job: Job | null;
}

/** Query for an import. Polls while its job runs, and until the server has recorded the step as done. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }): Promise<Progress> => {
      const found = await api<ContactImport>(`${importsPath}/${id}`, { signal });
      const job = found.jobId ? await jobOf(found.jobId, signal) : null;
      return { import: found, job };
    },
    refetchInterval: ({ state: { data } }) =>
      data?.job && (isActive(data.job) || (data.job.state === 'done' && !data.import.isStepDone))
        ? EVERY_MS
        : false,
  });

async function jobOf(id: string, signal: AbortSignal): Promise<Job | null> {
  return api<Job>(`/api/v3/jobs/${id}`, { signal }).catch((error: unknown) => {
    if (error instanceof RequestFailed && error.status === 404) return null;
    throw error;
  });
}

export const rowsQuery = ({ id, step, isStepDone }: ContactImport, outcome: ImportOutcome, after: number) =>
  queryOptions({
    queryKey: [...keyOf(id), 'rows', outcome, after, step, isStepDone] as const,
    queryFn: ({ signal }) =>
      api<ImportRowsResponse>(`${importsPath}/${id}/rows${query({ outcome, after })}`, { signal }),
  });

export function useUpload() {
  return useMutation({
    mutationFn: (file: File) =>
      upload<ContactImport>(importsPath, file, {
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }),
  });
}

/** Changes the encoding, the delimiter or the mapping of a file. */
export function usePatch(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PatchImportRequest) =>
      api<ContactImport>(`${importsPath}/${id}`, { method: 'PATCH', body }),
    onSuccess: (changed) => client.setQueryData<Progress>(keyOf(id), { import: changed, job: null }),
    onError: () => client.invalidateQueries({ queryKey: keyOf(id), exact: true }),
  });
}

/** Mutation that starts or resumes a step of an import. */
export function useStep(id: string, step: 'check' | 'run' | 'undo') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api<ContactImport>(`${importsPath}/${id}/${step}`, { method: 'POST', body: {}, makes: true }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id), exact: true }),
  });
}

export function useRemove(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api<void>(`${importsPath}/${id}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: importsQuery.queryKey }),
  });
}

/** Downloads the rows that were not imported. @throws RequestFailed */
export async function downloadRejected({ id, fileName }: ContactImport, language: string): Promise<void> {
  const response = await fetch(`${importsPath}/${id}/rejected${query({ language })}`, {
    headers: await authorization(),
  });
  if (!response.ok) throw await failureOf(response);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `${fileName.replace(/\.\w+$/, '')}-rejected.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function toRequest({ columns, ...settings }: ImportSettings): PatchImportRequest {
  const toColumn = (column: ImportColumn) => {
    switch (column?.to) {
      case undefined:
        return {};
      case 'field':
        return { field: column.field };
      case 'attribute':
        return { attributeId: column.attributeId };
      case 'optIn':
        return { optIn: true };
      case 'metadata':
        return { metadata: column.name };
    }
  };
  return { ...settings, columns: columns.map(toColumn) };
}
