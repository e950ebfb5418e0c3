import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AssignmentJob, AssignmentJobResponse } from '@parley/contracts/api/assignment-jobs';
import type { AssignAllRequest } from '@parley/contracts/api/assignment-jobs.requests';
import { api } from '../../../lib/api-client';
import { toastFailure } from '../../../lib/toast';

const path = '/api/v3/assignment-jobs';
const key = ['assignment-jobs'] as const;

/** One's own jobs, those that ended and were not put away among them. Pushes keep them fresh. */
export const jobsQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { data } = await api<{ data: AssignmentJob[] }>(path, { signal });
      const known = new Map(client.getQueryData<AssignmentJob[]>(key)?.map((job) => [job.id, job]));
      return data.map((job) => newerOf(known.get(job.id), job));
    },
    staleTime: Infinity,
  });

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id] as const,
    queryFn: ({ signal }) => api<AssignmentJobResponse>(`${path}/${id}`, { signal }),
    staleTime: Infinity,
  });

/** How many of its conversations a job is done with. */
export function doneOf({ assigned, skipped, refused }: AssignmentJob): number {
  return assigned + skipped + refused;
}

/** A job only goes on: whatever says less of it is older. */
export function newerOf(held: AssignmentJob | undefined, job: AssignmentJob): AssignmentJob {
  if (!held) return job;
  const isBehind = held.status !== 'running' && job.status === 'running';
  return isBehind || doneOf(held) > doneOf(job) ? held : job;
}

/** Shows what is pushed of a job. */
export function placeJob(client: QueryClient, job: AssignmentJob): void {
  client.setQueryData<AssignmentJob[]>(key, (jobs = []) =>
    jobs.some(({ id }) => id === job.id)
      ? jobs.map((held) => (held.id === job.id ? newerOf(held, job) : held))
      : [...jobs, job],
  );
}

export function useAssignAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AssignAllRequest) => api<AssignmentJob>(path, { method: 'POST', body, makes: true }),
    onSuccess: (job) => placeJob(client, job),
  });
}

export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api<AssignmentJob>(`${path}/${id}/cancel`, { method: 'POST', body: {} }),
    onSuccess: (job) => placeJob(client, job),
    onError: (error) => toastFailure(error),
  });
}

/** How a job ended is shown no more, in no window. */
export function usePutAway() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api<void>(`${path}/${id}`, { method: 'DELETE' }),
    onMutate: (id) => {
      client.setQueryData<AssignmentJob[]>(key, (jobs = []) => jobs.filter((job) => job.id !== id));
    },
  });
}
