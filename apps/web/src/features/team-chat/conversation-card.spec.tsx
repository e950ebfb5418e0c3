/** @jest-environment jsdom */
import '../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import en from '../../i18n/en.json';
import { api } from '../../lib/api-client';
import { channelsQuery, teamsQuery, usersQuery } from '../../lib/directory';
import { RequestFailed } from '../../lib/problem';
import { TranslationProvider } from '../../lib/translation';
import { chat } from '../../testing/chat';
import { ConversationCard } from './conversation-card';
import texts from './texts/en.json';

jest.mock('../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../lib/api-client'),
  api: jest.fn(),
}));

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  for (const { queryKey } of [usersQuery, teamsQuery, channelsQuery])
    client.setQueryDefaults(queryKey, { queryFn: () => [], initialData: [] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <MemoryRouter>
            <ConversationCard id="refund" />
          </MemoryRouter>
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

configure({ asyncUtilTimeout: 10_000 });
beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { ...en, ...texts } } } }));
afterEach(cleanup);

it('shows contact, state and assignee to a viewer who can see the conversation', async () => {
  const shared = chat('refund', {});
  jest.mocked(api).mockResolvedValue({ chat: shared, position: '1', stale: false });
  show();
  const card = await screen.findByRole('group', { name: `Conversation with ${shared.contact.name}` });
  expect(card.textContent).toMatch(/Nobody assigned/);
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/messaging-inbox/refund');
});

it.each([
  ['not_found', 404],
  ['not_authorized', 403],
])('removes all data once the viewer can no longer see the conversation: %s', async (code, status) => {
  const shared = chat('refund', {});
  jest.mocked(api).mockResolvedValue({ chat: shared, position: '1', stale: false });
  const client = show();
  await screen.findByText(shared.contact.name);
  jest.mocked(api).mockRejectedValue(new RequestFailed(code, status));
  await act(() => client.invalidateQueries());
  expect((await screen.findByText("You can't see this conversation.")).textContent).not.toContain(
    shared.contact.name,
  );
  expect(screen.queryByText(shared.contact.name)).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});
