/** @jest-environment jsdom */
import '../../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { BrowserRouter } from 'react-router-dom';
import type { PermissionsResponse } from '@parley/contracts/api/access';
import en from '../../../i18n/en.json';
import { api } from '../../../lib/api-client';
import { permissionsQuery } from '../../../lib/me';
import { TranslationProvider } from '../../../lib/translation';
import { chat } from '../../../testing/chat';
import { ListAddress, useHere } from '../address';
import { AssignAll } from './assign-all';

jest.mock('../../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../../lib/api-client'),
  api: jest.fn(),
}));
jest.mock('./selection', () => ({ useSelection: () => ({ isOn: true }) }));
jest.mock('../../../lib/i18n', () => ({
  ...jest.requireActual<object>('../../../lib/i18n'),
  loadTexts: () => Promise.resolve(),
}));

const position = '0'.repeat(20);
const page = {
  ...{ data: [chat('ana')], count: 1, total: 1, page: 1, pageCount: 1, perPage: 50, position },
  ...{ stale: false },
};
const me = {
  user: { id: 'sanne', displayName: 'Sanne', settings: [] },
  customer: {},
  ability: [{ action: 'create', subject: 'assignmentJobs' }],
};

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));

function Inbox() {
  return (
    <ListAddress value={useHere()}>
      <AssignAll page={page} />
    </ListAddress>
  );
}

it('returns the focus to its button if the dialog closes without assigning', async () => {
  jest.mocked(api).mockResolvedValue({ data: [] });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(permissionsQuery.queryKey, me as unknown as PermissionsResponse);
  window.history.replaceState(null, '', '/messaging-inbox?list=new');
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <BrowserRouter>
            <Inbox />
          </BrowserRouter>
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const button = screen.getByRole('button');
  button.focus();
  fireEvent.click(button);
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});
