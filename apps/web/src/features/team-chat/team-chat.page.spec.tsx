/** @jest-environment jsdom */
import '../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { Toasts } from '../../lib/toasts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { PermissionsResponse, UserResponse } from '@parley/contracts/api/access';
import type { TeamChat, TeamChatEntry, TeamChatParticipant } from '@parley/contracts/api/team-chats';
import en from '../../i18n/en.json';
import { api } from '../../lib/api-client';
import { usersQuery } from '../../lib/directory';
import { guardFocus } from '../../lib/focus-guard';
import { permissionsQuery } from '../../lib/me';
import { RequestFailed } from '../../lib/problem';
import type { TeamListener } from '../../lib/realtime';
import { TranslationProvider } from '../../lib/translation';
import { LiveTeamChats } from './live';
import { team } from './team';
import { Component } from './team-chat.page';
import texts from './texts/en.json';
import { startsTyping } from './typing';

jest.mock('../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../lib/api-client'),
  api: jest.fn(),
}));
const attached: { listener: TeamListener | null } = { listener: null };
jest.mock('../../lib/live', () => {
  const stop = () => undefined;
  const realtime = {
    ...{ watch: () => stop, onSentDraft: () => stop, follow: stop, look: stop, say: stop },
    attachTeam: (listener: TeamListener) => {
      attached.listener = listener;
      return stop;
    },
    getState: () => ({ status: 'live', attempts: 0 }),
  };
  return { useRealtime: () => realtime, useOutage: () => null };
});

const at = (number: number) => String(number).padStart(20, '0');
const created = '2026-11-20T10:00:00.000Z';

const taking = (userId: string, changes: Partial<TeamChatParticipant> = {}): TeamChatParticipant => ({
  ...{ id: `p-${userId}`, userId, from: at(1), addedById: 'mateo', leftAt: null, leftById: null },
  ...{ deliveredUpTo: at(9), readUpTo: at(2), readAt: null, ...changes },
});

const chat = (changes: Partial<TeamChat> = {}): TeamChat => ({
  ...{ id: 'lunch', title: 'Lunch', isArchived: false, deletedAt: null, deletedById: null },
  ...{ createdAt: created, createdById: 'mateo', unreadMessages: 1 },
  participants: [taking('sanne'), taking('mateo')],
  lastMessage: {
    ...{ id: 'soup', userId: 'mateo', position: at(3), preview: 'Soup?', type: 'text' as const },
    ...{ isDeleted: false, createdAt: created, mentions: [] },
  },
  ...changes,
});

const said = (changes: Partial<TeamChatEntry> = {}): TeamChatEntry => ({
  ...{ id: 'soup', tmpId: 'tmp-soup-0', chatId: 'lunch', position: at(3), chatParticipantId: 'p-mateo' },
  ...{ userId: 'mateo', senderUserId: 'mateo', type: 'text', message: 'Soup?', attachments: [] },
  ...{ replyTo: null, mentions: [], reactions: [], isEdited: false, isDeleted: false, createdAt: created },
  ...changes,
});

const person = (id: string, displayName: string) =>
  ({ id, displayName, state: 'active', active: true, status: 'available' }) as UserResponse;
const me = {
  user: { id: 'sanne', displayName: 'Sanne', settings: [{ name: 'enterToSend', value: '1' }] },
  customer: { id: 'harbour' },
  ability: [],
} as unknown as PermissionsResponse;

const calls: { method: string; path: string; body: unknown }[] = [];
let refuses: (method: string, path: string) => boolean;

function answer(path: string): unknown {
  if (path.includes('archived')) return { data: [], total: 0, position: at(0), stale: false };
  if (/team-chats\?/.test(path)) return { data: [chat()], total: 1, position: at(3), stale: false };
  if (path.endsWith('/participants')) return { data: chat().participants };
  if (/\/entries\?/.test(path)) {
    const entries = [
      said(),
      said({ id: 'own', tmpId: 'tmp-own-0', userId: 'sanne', position: at(2), message: 'Hungry' }),
    ];
    return { data: entries, hasOlder: false, hasNewer: false, position: at(3), total: 2 };
  }
  if (path.endsWith('/team-chats/drafts')) return { reply: [], note: [] };
  if (path.endsWith('/drafts')) return { reply: null, note: null };
  return { position: at(4) };
}

function show() {
  calls.length = 0;
  refuses = () => false;
  jest.mocked(api).mockImplementation((path, options) => {
    const method = options?.method ?? 'GET';
    calls.push({ method, path, body: options?.body });
    if (refuses(method, path)) return Promise.reject(new RequestFailed('busy', 409));
    return Promise.resolve(answer(path) as never);
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(permissionsQuery.queryKey, me);
  client.setQueryData(usersQuery.queryKey, [person('sanne', 'Sanne'), person('mateo', 'Mateo Álvarez')]);
  window.history.replaceState(null, '', '/team-chat/lunch');
  render(
    <MantineProvider env="test">
      <Toasts />
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <BrowserRouter>
            <LiveTeamChats />
            <Routes>
              <Route path="/team-chat/:chatId?" Component={Component} />
            </Routes>
          </BrowserRouter>
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const push = (rows: TeamChat[], gone: string[] = []) =>
  act(() => attached.listener!.onPush({ view: 'team_chat', position: at(20), rows, gone, liveAt: null }));

configure({ asyncUtilTimeout: 10_000 });
beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { ...en, ...texts } } } }));
afterEach(cleanup);

it('shows the list, entries with their authors, and the status of the user’s own entry', async () => {
  show();
  expect(await screen.findByRole('link', { name: /Lunch.*Soup\?/s })).toBeTruthy();
  const articles = await screen.findAllByRole('article');
  expect(articles.map((article) => article.getAttribute('aria-label'))).toEqual([
    'Message by You',
    'Message by Mateo Álvarez',
  ]);
  expect(within(articles[1]!).getByText('Mateo Álvarez')).toBeTruthy();
  expect(within(articles[0]!).getByRole('button', { name: /^Read/ })).toBeTruthy();
});

it('sends with a tmpId, and shows a colleague as typing until their entry arrives', async () => {
  show();
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox');
  act(() => startsTyping('lunch', 'mateo'));
  expect(await screen.findByText('Mateo is typing…')).toBeTruthy();
  push([chat({ lastMessage: { ...chat().lastMessage!, id: 'next', position: at(5) } })]);
  await waitFor(() => expect(screen.queryByText('Mateo is typing…')).toBeNull());
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'At noon @Mateo Álvarez' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1));
  const { path, body } = calls.find(({ method }) => method === 'POST')!;
  expect(path).toBe('/api/v3/team-chats/lunch/entries');
  expect(body).toMatchObject({ message: 'At noon @Mateo Álvarez', mentions: ['mateo'] });
  expect((body as { tmpId: string }).tmpId).toMatch(/-0$/);
});

it('shows a chat as archived at once when the user leaves, and restores it if the server refuses', async () => {
  show();
  await screen.findByRole('textbox');
  fireEvent.click(screen.getByRole('button', { name: '2 people' }));
  let settle: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (settle = resolve));
  jest.mocked(api).mockImplementation(async (path, options) => {
    if (options?.method !== 'PATCH') return answer(path);
    await waiting;
    throw new RequestFailed('busy', 409);
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
  expect((await screen.findAllByText('You left.')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: /Lunch/ })).toBeNull();
  settle();
  expect(await screen.findByText('Could not leave. You are still in this chat.')).toBeTruthy();
  expect(await screen.findByRole('link', { name: /Lunch/ })).toBeTruthy();
});

it('shows a chat as archived as soon as the user is removed', async () => {
  show();
  await screen.findByRole('textbox');
  const removed = taking('sanne', { leftAt: created, leftById: 'mateo' });
  const archived = chat({ isArchived: true, participants: [removed, taking('mateo')] });
  jest
    .mocked(api)
    .mockImplementation((path) =>
      Promise.resolve(
        (path.endsWith('/lunch') ? { chat: archived, position: at(20) } : answer(path)) as never,
      ),
    );
  push([], ['lunch']);
  expect((await screen.findAllByText('Mateo Álvarez removed you.')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: /Lunch/ })).toBeNull();
});

describe('when a field of the chat has the focus', () => {
  let stop: () => void;
  beforeEach(() => (stop = guardFocus()));
  afterEach(() => stop());
  const focused = () => document.activeElement !== document.body && document.activeElement?.textContent;

  it('moves the focus to the explanation when the chat is archived in another window', async () => {
    show();
    const field = await screen.findByRole('textbox');
    act(() => field.focus());
    const left = taking('sanne', { leftAt: created, leftById: 'sanne' });
    push([chat({ isArchived: true, participants: [left, taking('mateo')] })]);
    await waitFor(() => expect(focused()).toContain('You left.'));
  });

  it.each(['the answer', 'the search for people'])(
    'moves the focus from %s to the explanation when the chat is no longer visible',
    async (which) => {
      show();
      let field = await screen.findByRole('textbox');
      if (which !== 'the answer') {
        fireEvent.click(screen.getByRole('button', { name: '2 people' }));
        field = within(await screen.findByRole('complementary')).getByRole('textbox');
      }
      act(() => field.focus());
      act(() => team.of('lunch').drafts.reply.type('At noon'));
      // Stores the chat in the cache of the query for a single chat, too.
      push([chat()]);
      jest
        .mocked(api)
        .mockImplementation((path) =>
          path.endsWith('/lunch')
            ? Promise.reject(new RequestFailed('not_found', 404))
            : Promise.resolve(answer(path) as never),
        );
      act(() =>
        attached.listener!.onPush({
          view: 'team_chat',
          position: at(21),
          rows: [],
          gone: ['lunch'],
          liveAt: null,
        }),
      );
      await screen.findByRole('alert');
      await waitFor(() => expect(focused()).toContain('You are not in this chat'));
      expect(screen.getByRole('group', { name: 'Your draft is kept:' }).textContent).toContain('At noon');
    },
  );
});
