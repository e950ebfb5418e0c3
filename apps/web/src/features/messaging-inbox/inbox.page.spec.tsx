/** @jest-environment jsdom */
import '../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { PermissionsResponse } from '@parley/contracts/api/access';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import en from '../../i18n/en.json';
import { api } from '../../lib/api-client';
import { channelsQuery } from '../../lib/directory';
import { guardFocus } from '../../lib/focus-guard';
import { permissionsQuery } from '../../lib/me';
import { RequestFailed } from '../../lib/problem';
import { TranslationProvider } from '../../lib/translation';
import { chat } from '../../testing/chat';
import { chatQuery } from './api/queries';
import { Component } from './inbox.page';

jest.mock('../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../lib/api-client'),
  api: jest.fn(),
}));
jest.mock('../../lib/live', () => {
  const stop = () => undefined;
  const realtime = {
    ...{ attach: () => stop, watch: () => stop, onSentDraft: () => stop, follow: stop, look: stop },
    getState: () => ({ status: 'live', attempts: 0 }),
  };
  return { useRealtime: () => realtime, useOutage: () => null };
});

const chats = [chat('ana'), chat('ben')];
const position = '0'.repeat(20);
const page = { data: chats, count: 2, total: 2, page: 1, pageCount: 1, perPage: 50, position, stale: false };
const channel = {
  ...{ id: 'channel', name: 'WhatsApp', platform: 'whatsapp', provider: 'whatsapp-cloud' },
  ...{ isConnected: true, mandatoryAssign: false, customerCareWindowLength: 0 },
  identities: [{ id: 'channel', name: 'WhatsApp', accountId: '1' }],
} as ChannelResponse;
const me = {
  user: { id: 'sanne', displayName: 'Sanne', settings: [] },
  customer: { expandedTeamFilter: false },
  ability: [],
} as unknown as PermissionsResponse;

/** The fake server's responses about the inbox. */
function answer(path: string): unknown {
  if (path.includes('/entries')) return { data: [], hasOlder: false, hasNewer: false, position };
  if (path.includes('/count')) return { data: [], position, stale: false };
  if (path.includes('chats-list?')) return page;
  if (path.endsWith('/drafts'))
    return { reply: path.includes('chats') ? null : [], note: path.includes('chats') ? null : [] };
  return { data: [] };
}

function show() {
  jest.mocked(api).mockImplementation((path) => Promise.resolve(answer(path) as never));
  Object.defineProperty(window, 'matchMedia', {
    value: (media: string) => ({
      ...{ media, matches: /48em/.test(media) },
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(permissionsQuery.queryKey, me);
  client.setQueryData(channelsQuery.queryKey, [channel]);
  window.history.replaceState(null, '', '/messaging-inbox?list=new');
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <BrowserRouter>
            <Routes>
              <Route path="/messaging-inbox/:chatId?" Component={Component} />
            </Routes>
          </BrowserRouter>
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

const nextFrame = () =>
  act(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key, bubbles: true });

// Parts of the page load on demand, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));

it('leaves the focus in the note field of the conversation that J and Enter opened, even if the next frame comes late', async () => {
  show();
  const [first, second] = await within(await screen.findByRole('listbox')).findAllByRole('option');
  fireEvent.click(first!);
  await screen.findByRole('textbox', { name: /^Reply/ });
  act(() => first!.focus());
  const frames: (FrameRequestCallback | null)[] = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  jest.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => void (frames[id - 1] = null));
  press('j');
  expect(document.activeElement).toBe(second);
  press('Enter');
  press('n');
  const note = await screen.findByRole('textbox', { name: /^Note/ });
  await waitFor(() => expect(document.activeElement).toBe(note));
  jest.restoreAllMocks();
  act(() => frames.forEach((frame) => frame?.(0)));
  await nextFrame();
  expect(document.activeElement).toBe(note);
});

it('moves the focus from a note to the explanation when its conversation is no longer visible, and shows the note', async () => {
  const stop = guardFocus();
  const client = show();
  const [first] = await within(await screen.findByRole('listbox')).findAllByRole('option');
  fireEvent.click(first!);
  await screen.findByRole('textbox', { name: /^Reply/ });
  press('n');
  const note = await screen.findByRole('textbox', { name: /^Note/ });
  await waitFor(() => expect(document.activeElement).toBe(note));
  fireEvent.change(note, { target: { value: 'Third time this week' } });
  jest
    .mocked(api)
    .mockImplementation((path) =>
      path.endsWith('/ana')
        ? Promise.reject(new RequestFailed('not_found', 404))
        : Promise.resolve(answer(path) as never),
    );
  await act(() => client.invalidateQueries({ queryKey: chatQuery('ana').queryKey }));
  await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.textContent).toContain('You no longer see the conversation');
  expect(screen.getByRole('group', { name: 'Your draft is kept:' }).textContent).toContain(
    'Third time this week',
  );
  stop();
});
