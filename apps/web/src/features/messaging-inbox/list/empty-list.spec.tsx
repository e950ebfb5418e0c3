/** @jest-environment jsdom */
import '../../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { BrowserRouter } from 'react-router-dom';
import type { PermissionsResponse, UserResponse } from '@parley/contracts/api/access';
import en from '../../../i18n/en.json';
import { api } from '../../../lib/api-client';
import { channelsQuery, usersQuery } from '../../../lib/directory';
import { permissionsQuery } from '../../../lib/me';
import { TranslationProvider } from '../../../lib/translation';
import { ListAddress, useHere } from '../address';
import EmptyList from './empty-list';

jest.mock('../../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../../lib/api-client'),
  api: jest.fn(),
}));

const ingrid = { id: 'ingrid', displayName: 'Ingrid', role: 'admin', active: true } as UserResponse;
const tom = { id: 'tom', displayName: 'Tom', role: 'manager', active: true } as UserResponse;
const gone = { id: 'gone', displayName: 'Gone', role: 'admin', active: false } as UserResponse;

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));
afterEach(cleanup);

function Inbox() {
  return (
    <ListAddress value={useHere()}>
      <EmptyList />
    </ListAddress>
  );
}

/** Renders the empty list for a user who sees no channel. */
function show(ability: object[], users: UserResponse[]) {
  jest.mocked(api).mockResolvedValue({ data: [] });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const me = { user: { id: 'sanne', displayName: 'Sanne', settings: [] }, customer: {}, ability };
  client.setQueryData(permissionsQuery.queryKey, me as unknown as PermissionsResponse);
  client.setQueryData(channelsQuery.queryKey, []);
  client.setQueryData(usersQuery.queryKey, users);
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
}

it('names the active administrators to an agent who sees no channel', async () => {
  show([], [ingrid, tom, gone]);
  await screen.findByText(/^Ask Ingrid to connect one/);
  expect(screen.queryByRole('link', { name: 'Connect a channel' })).toBeNull();
});

it('names no administrator while the users are not loaded', async () => {
  show([], []);
  await screen.findByText(/^Ask an administrator to connect one/);
});

it('links to the channel settings for a user who may change them', async () => {
  show([{ action: 'update', subject: 'channels' }], [ingrid]);
  const link = await screen.findByRole('link', { name: 'Connect a channel' });
  expect(link.getAttribute('href')).toBe('/settings/channels');
});
