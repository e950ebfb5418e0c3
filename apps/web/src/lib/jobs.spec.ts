import { QueryClient } from '@tanstack/react-query';
import type { Job } from '@parley/contracts/api/jobs';
import { api } from './api-client';
import { jobItemsQuery, jobsQuery, placeJob, unseenJobsQuery } from './jobs';

jest.mock('./api-client', () => ({
  ...jest.requireActual<object>('./api-client'),
  api: jest.fn(),
}));

const job: Job = {
  ...{ id: 'job', kind: 'assign-all', userId: 'mia', about: {}, state: 'running', isCounted: true },
  ...{ total: 100, done: 0, skipped: 0, failed: 0, code: null, file: null },
  ...{ createdAt: '2026-11-23T10:00:00.000Z', startedAt: '2026-11-23T10:00:00.000Z', endedAt: null },
};

let client: QueryClient;
beforeEach(() => (client = new QueryClient()));

function shown(...pushed: Partial<Job>[]) {
  for (const push of pushed) placeJob(client, { ...job, ...push });
  return client.getQueryData(unseenJobsQuery(client, 'assign-all').queryKey);
}

test('updates a job by each push and ignores a push that is older', () => {
  expect(shown({ done: 50 }, { done: 80, skipped: 2 }, { done: 70 })).toEqual([
    { ...job, done: 80, skipped: 2 },
  ]);
});

test('never returns a running job to waiting, or an ended job to running', () => {
  expect(shown({ state: 'running' }, { state: 'waiting' })).toEqual([job]);
  const ended = { done: 50, state: 'cancelled' } as const;
  expect(shown(ended, { done: 50 })).toEqual([{ ...job, ...ended }]);
});

test('adds another job of the same kind, and none of another kind', () => {
  expect(shown({}, { id: 'other' }, { id: 'third', kind: 'export' })).toHaveLength(2);
});

test('updates a job of the activity page in its place and adds a new job on top', () => {
  const { queryKey } = jobsQuery(client);
  const page = (id: string) => ({ data: [{ ...job, id }], next: null });
  client.setQueryData(queryKey, { pages: [page('new'), page('old')], pageParams: [null, 'new'] });
  placeJob(client, { ...job, id: 'old', done: 10 });
  placeJob(client, { ...job, id: 'newest' });
  const { pages } = client.getQueryData(queryKey)!;
  expect(pages.map(({ data }) => data.map(({ id, done }) => `${id} ${done}`))).toEqual([
    ['newest 0', 'new 0'],
    ['old 10'],
  ]);
});

describe('the failed items of a job', () => {
  const { queryKey } = jobItemsQuery(job.id, 'failed');
  const isAskedAnew = () => client.getQueryState(queryKey)!.isInvalidated;
  const hold = () => client.setQueryData(queryKey, { pages: [], pageParams: [] });

  test('refetches the failed items when a push reports that the job has ended', () => {
    hold();
    shown({ failed: 10 }, { failed: 20 });
    expect(isAskedAnew()).toBe(false);
    shown({ failed: 25, state: 'done' });
    expect(isAskedAnew()).toBe(true);
  });

  test('refetches the failed items when more items have ended after the job was cancelled, but not if none have', () => {
    shown({ failed: 10 }, { failed: 10, state: 'cancelled' });
    hold();
    shown({ failed: 10, state: 'cancelled' });
    expect(isAskedAnew()).toBe(false);
    shown({ failed: 20, state: 'cancelled' });
    expect(isAskedAnew()).toBe(true);
  });

  test('refetches the failed items when the refetched list shows that a colleague’s job has ended', async () => {
    hold();
    const all = { ...jobsQuery(client), staleTime: 0 };
    for (const state of ['running', 'done'] as const) {
      expect(isAskedAnew()).toBe(false);
      jest.mocked(api).mockResolvedValueOnce({ data: [{ ...job, state }], next: null });
      await client.fetchInfiniteQuery(all);
    }
    expect(isAskedAnew()).toBe(true);
  });
});
