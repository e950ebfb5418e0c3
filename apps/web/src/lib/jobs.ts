import { useEffect } from 'react';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import {
  endedItems,
  isActive,
  type Job,
  type JobFileResponse,
  type JobItem,
  type JobItemsResponse,
  type JobsResponse,
} from '@parley/contracts/api/jobs';
import { api, query } from './api-client';
import { useConnection, useRealtime } from './live';

const path = '/api/v3/jobs';
const ofKind = (kind: string) => ['jobs', 'unseen', kind] as const;
const itemsOf = (id: string) => ['jobs', 'items', id] as const;
const everyJob = ['jobs', 'all'] as const;

type AllJobs = InfiniteData<JobsResponse, string | null>;

/**
 * Query for the user's own jobs of a kind, oldest first, including ended jobs that the user has not dismissed. Pushes
 * keep the result up to date.
 */
export const unseenJobsQuery = (client: QueryClient, kind: string) =>
  queryOptions({
    queryKey: ofKind(kind),
    queryFn: async ({ signal }) => {
      const { data } = await api<JobsResponse>(`${path}${query({ kind, unseen: 'true' })}`, { signal });
      const known = new Map(client.getQueryData<Job[]>(ofKind(kind))?.map((job) => [job.id, job]));
      return data.reverse().map((job) => goOn(client, known.get(job.id), job));
    },
    staleTime: Infinity,
  });

/** Query for all jobs that the user can see, newest first. */
export const jobsQuery = (client: QueryClient) =>
  infiniteQueryOptions({
    queryKey: everyJob,
    queryFn: async ({ signal, pageParam: before }) => {
      const { data, next } = await api<JobsResponse>(`${path}${query({ before })}`, { signal });
      const shown = client.getQueryData<AllJobs>(everyJob)?.pages.flatMap((page) => page.data);
      const known = new Map(shown?.map((job) => [job.id, job]));
      return { data: data.map((job) => goOn(client, known.get(job.id), job)), next };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Query for the items of a job with a result, each with its reason. */
export const jobItemsQuery = (id: string, result: JobItem['result']) =>
  infiniteQueryOptions({
    queryKey: [...itemsOf(id), result] as const,
    queryFn: ({ signal, pageParam: after }) =>
      api<JobItemsResponse>(`${path}/${id}/items${query({ result, after })}`, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

/** @returns the URL of the file that a job created, valid for a few minutes */
export async function jobFile(id: string): Promise<string> {
  return (await api<JobFileResponse>(`${path}/${id}/file`)).url;
}

/**
 * @returns the newer of two states of a job. A job's progress never decreases, so the state with less progress is
 * older
 */
export function newerOf(held: Job | undefined, job: Job): Job {
  if (!held) return job;
  const isBehind =
    isActive(job) && (!isActive(held) || (held.state === 'running' && job.state === 'waiting'));
  return isBehind || endedItems(held) > endedItems(job) ? held : job;
}

/**
 * @returns the newer of two states of a job. Refetches the job's items if it has ended, since some items may end even
 * after the job
 */
function goOn(client: QueryClient, held: Job | undefined, job: Job): Job {
  const newer = newerOf(held, job);
  const hasEnded = !isActive(newer) && held && (isActive(held) || endedItems(held) < endedItems(newer));
  if (hasEnded) void client.invalidateQueries({ queryKey: itemsOf(job.id) });
  return newer;
}

/** Updates a job in all cached lists. */
export function placeJob(client: QueryClient, job: Job): void {
  const merge = (jobs: Job[]) => jobs.map((held) => (held.id === job.id ? goOn(client, held, job) : held));
  const has = (jobs: Job[]) => jobs.some(({ id }) => id === job.id);
  client.setQueryData<Job[]>(ofKind(job.kind), (jobs) =>
    jobs && has(jobs) ? merge(jobs) : [...(jobs ?? []), job],
  );
  client.setQueryData<AllJobs>(everyJob, (all) => {
    if (!all) return undefined;
    const [first, ...older] = all.pages;
    if (!first) return all;
    if (!all.pages.some(({ data }) => has(data)))
      return { ...all, pages: [{ ...first, data: [job, ...first.data] }, ...older] };
    return { ...all, pages: all.pages.map((page) => ({ ...page, data: merge(page.data) })) };
  });
}

/** Applies pushes about the user's own jobs to the cache, and calls `refetch` after each reconnection. */
export function useLiveJobs(refetch: () => unknown): void {
  const client = useQueryClient();
  const realtime = useRealtime();
  const isLive = useConnection().status === 'live';
  useEffect(() => realtime.onJob((job) => placeJob(client, job)), [client, realtime]);
  useEffect(() => {
    if (isLive) void refetch();
  }, [isLive, refetch]);
}

export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api<Job>(`${path}/${id}/cancel`, { method: 'POST', body: {} }),
    onSuccess: (job) => placeJob(client, job),
  });
}

/** Mutation that dismisses an ended job in all windows of the user. */
export function usePutAway(kind: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api<void>(`${path}/${id}/put-away`, { method: 'POST', body: {} }),
    onMutate: (id) => {
      client.setQueryData<Job[]>(ofKind(kind), (jobs = []) => jobs.filter((job) => job.id !== id));
    },
  });
}
