/** @jest-environment jsdom */
import '../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { Toasts } from '../../lib/toasts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { Link, MemoryRouter, useLocation } from 'react-router-dom';
import { RUN_IMPORT, UNDO_IMPORT } from '@parley/contracts/api/contact-imports';
import type { PermissionsResponse } from '@parley/contracts/api/access';
import type { Job } from '@parley/contracts/api/jobs';
import en from '../../i18n/en.json';
import { api } from '../../lib/api-client';
import { placeJob, unseenJobsQuery } from '../../lib/jobs';
import { permissionsQuery } from '../../lib/me';
import { TranslationProvider } from '../../lib/translation';
import ImportNews from './import-news';
import texts from './texts/en.json';

jest.mock('../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../lib/api-client'),
  api: jest.fn().mockResolvedValue(undefined),
}));
jest.mock('../../lib/live', () => ({
  ...jest.requireActual<object>('../../lib/live'),
  useRealtime: () => ({ onJob: () => () => undefined }),
  useConnection: () => ({ status: 'lost' }),
}));

const job: Job = {
  ...{ id: 'job', kind: RUN_IMPORT, userId: 'sanne', state: 'running', isCounted: true },
  about: { importId: 'file', fileName: 'people.csv' },
  ...{ total: 2, done: 1, skipped: 0, failed: 0, code: null, file: null },
  ...{ createdAt: '2026-11-23T10:00:00.000Z', startedAt: '2026-11-23T10:00:00.000Z', endedAt: null },
};

const me = { user: { id: 'sanne', displayName: 'Sanne', settings: [] }, customer: {}, ability: [] };

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { ...en, ...texts } } } }));

function Elsewhere() {
  return (
    <>
      <output>{useLocation().pathname}</output>
      <Link to="/contacts">Contacts</Link>
      <Link to="/contacts/imports/file/result">Import</Link>
    </>
  );
}

const go = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

function show(path: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(permissionsQuery.queryKey, me as unknown as PermissionsResponse);
  client.setQueryData(unseenJobsQuery(client, RUN_IMPORT).queryKey, [job]);
  client.setQueryData(unseenJobsQuery(client, UNDO_IMPORT).queryKey, []);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <Toasts />
          <MemoryRouter initialEntries={[path]}>
            <ImportNews />
            <Elsewhere />
          </MemoryRouter>
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

it('shows the progress and the result of an import on other pages, with a link to it', async () => {
  const client = show('/messaging-inbox');
  expect(await screen.findByText('Importing, 1 of 2')).toBeTruthy();
  act(() => placeJob(client, { ...job, done: 2, state: 'done' }));
  expect(await screen.findByText('2 contacts imported')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(screen.getByText('/contacts/imports/file/result')).toBeTruthy());
  // The user has opened the import's page, which shows the result, so the notice is dismissed.
  await waitFor(() =>
    expect(jest.mocked(api).mock.calls.map(([path]) => path)).toContain('/api/v3/jobs/job/put-away'),
  );
  expect(screen.queryByText('2 contacts imported')).toBeNull();
});

it("hides the notice on the import's page and shows it elsewhere until it is closed", async () => {
  show('/contacts/imports/file/result');
  expect(screen.queryByText('Importing, 1 of 2')).toBeNull();
  go('Contacts');
  expect(await screen.findByText('Importing, 1 of 2')).toBeTruthy();
  go('Import');
  await waitFor(() => expect(screen.queryByText('Importing, 1 of 2')).toBeNull());
  go('Contacts');
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Importing, 1 of 2')).toBeNull());
});
