/** @jest-environment jsdom */
import '../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import type { PermissionsResponse } from '@parley/contracts/api/access';
import type { Job } from '@parley/contracts/api/jobs';
import en from '../../i18n/en.json';
import { api } from '../../lib/api-client';
import { unseenJobsQuery } from '../../lib/jobs';
import { permissionsQuery } from '../../lib/me';
import { TranslationProvider } from '../../lib/translation';
import { JobRow } from './job-row';
import texts from './texts/en.json';

jest.mock('../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../lib/api-client'),
  api: jest.fn(),
}));
jest.mock('../../lib/feature', () => ({
  ...jest.requireActual<object>('../../lib/feature'),
  jobWords: () => undefined,
}));

const job: Job = {
  ...{ id: 'job', kind: 'assign-all', userId: 'sanne', about: {}, state: 'running', isCounted: true },
  ...{ total: 100, done: 0, skipped: 0, failed: 0, code: null, file: null },
  ...{ createdAt: '2026-11-23T10:00:00.000Z', startedAt: '2026-11-23T10:00:00.000Z', endedAt: null },
};
const me = { user: { id: 'sanne', displayName: 'Sanne', settings: [] }, customer: {}, ability: [] };

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { ...en, ...texts } } } }));

function Shown({ client }: { client: QueryClient }) {
  const { data } = useQuery({ ...unseenJobsQuery(client, job.kind), enabled: false });
  return <ul>{data && <JobRow job={data[0]!} />}</ul>;
}

/** Opens the dialog of a running job and returns it: it asks whether to cancel the job. */
async function ask(): Promise<HTMLElement> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(permissionsQuery.queryKey, me as unknown as PermissionsResponse);
  client.setQueryData(unseenJobsQuery(client, job.kind).queryKey, [job]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <Shown client={client} />
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const button = screen.getByRole('button', { name: /^Cancel: / });
  button.focus();
  fireEvent.click(button);
  return screen.findByRole('dialog');
}

it('returns the focus to the button if the job is not cancelled', async () => {
  await ask();
  fireEvent.click(screen.getByRole('button', { name: 'Let it continue' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Cancel: / })));
});

it('keeps the focus in the row if the job is cancelled and the button disappears', async () => {
  jest
    .mocked(api)
    .mockImplementation((path) =>
      Promise.resolve((path.endsWith('/cancel') ? { ...job, state: 'cancelled' } : { data: [] }) as never),
    );
  await ask();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel job' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: /^Cancel: / })).toBeNull();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false'));
});
