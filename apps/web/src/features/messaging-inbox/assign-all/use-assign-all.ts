import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AssignAllRequest } from '@parley/contracts/api/assignment-jobs.requests';
import type { Job } from '@parley/contracts/api/jobs';
import { api } from '../../../lib/api-client';
import { placeJob } from '../../../lib/jobs';

export function useAssignAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AssignAllRequest) =>
      api<Job>('/api/v3/assignment-jobs', { method: 'POST', body, makes: true }),
    onSuccess: (job) => placeJob(client, job),
  });
}
