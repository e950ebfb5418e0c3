import { QueryClient } from '@tanstack/react-query';
import type { AssignmentJob } from '@parley/contracts/api/assignment-jobs';
import { jobsQuery, placeJob } from './jobs';

const job: AssignmentJob = {
  id: 'job',
  list: 'new',
  teamId: null,
  to: { userId: 'tom', teamId: null },
  status: 'running',
  total: 100,
  assigned: 0,
  skipped: 0,
  refused: 0,
};

let client: QueryClient;
beforeEach(() => (client = new QueryClient()));

function shown(...pushed: Partial<AssignmentJob>[]) {
  for (const push of pushed) placeJob(client, { ...job, ...push });
  return client.getQueryData(jobsQuery(client).queryKey);
}

test('a job goes on with each push, and not back with one that was overtaken', () => {
  expect(shown({ assigned: 50 }, { assigned: 80, skipped: 2 }, { assigned: 70 })).toEqual([
    { ...job, assigned: 80, skipped: 2 },
  ]);
});

test('a job that has ended does not run again', () => {
  const ended = { assigned: 50, status: 'cancelled' } as const;
  expect(shown(ended, { assigned: 50 })).toEqual([{ ...job, ...ended }]);
});

test('another job stands beside it', () => {
  expect(shown({}, { id: 'other' })).toHaveLength(2);
});
