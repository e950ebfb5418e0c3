/** @jest-environment jsdom */
import '../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { PermissionsResponse } from '@parley/contracts/api/access';
import type { ContactItem, ContactResponse } from '@parley/contracts/api/contacts';
import { contactFields } from '@parley/contracts/events/contact.events';
import en from '../../i18n/en.json';
import { api } from '../../lib/api-client';
import { permissionsQuery } from '../../lib/me';
import { TranslationProvider } from '../../lib/translation';
import { Component as AddContact } from './add-contact.page';
import { Component as Contact } from './contact.page';
import { Component as Contacts } from './contacts.page';
import { Component as Duplicates } from './duplicates.page';
import { Component as Segments } from './segments.page';
import texts from './texts/en.json';

jest.mock('../../lib/api-client', () => ({
  ...jest.requireActual<object>('../../lib/api-client'),
  api: jest.fn(),
}));

/** The router creates a Request for each navigation, but jsdom has no such class. */
globalThis.Request ??= class {
  readonly method = 'GET';
  readonly signal: AbortSignal | undefined;
  constructor(
    readonly url: string,
    { signal }: { signal?: AbortSignal } = {},
  ) {
    this.signal = signal;
  }
} as unknown as typeof Request;

const time = '2026-11-23T10:00:00.000Z';
const item = (id: string, name: string): ContactItem => ({
  ...{ id, name, phone: '+34612345678', email: null, username: null, company: id, jobTitle: null },
  ...{ reference: null, city: null, country: null, labelIds: [], channelIds: [], isBlocked: false },
  ...{ isHighPriority: true, optIn: false, createdAt: time, lastSeenAt: null, lastMessageAt: time },
  ...{ lastConversation: null, assignedUserId: null, assignedTeamId: null },
});
const items = [item('ana', 'Ana Ruiz'), item('anna', 'Ana Ruiz'), item('ben', 'Ben King')];
const contact: ContactResponse = {
  ...(Object.fromEntries(contactFields.map((field) => [field, null])) as Record<'name', null>),
  ...({ id: 'ana', name: 'Ana Ruiz', phone: '+34612345678', bsuid: null, username: null } as ContactResponse),
  ...{ labelIds: [], isBlocked: false, isHighPriority: false, optIn: { is: true, at: time, byId: null } },
  ...{ attributes: [], merged: [{ id: 'anna', name: 'Anna' }], lastSeenAt: null, isErased: false },
  ...{ metadata: [{ id: 'm', name: 'Frame', value: '54' }], createdAt: time },
  internalComments: [{ id: 'c', comment: 'Mornings', userId: 'mia', createdAt: time, changedAt: null }],
};
const conditions = { match: 'all', groups: [{ match: 'any', conditions: [{ field: 'vip', is: true }] }] };
const me = {
  user: { id: 'mia', role: 'manager', settings: [] },
  customer: {},
  ability: [{ action: 'manage', subject: 'all' }],
};
const asked: { path: string; method?: string; body?: unknown }[] = [];

function answer(path: string): unknown {
  if (path.includes('/duplicates')) return { data: [{ why: 'name', contacts: items.slice(0, 2) }] };
  if (path.includes('/conversations'))
    return {
      data: [
        {
          id: 'talk',
          channelId: 'x',
          status: 'open',
          assignedUserId: null,
          assignedTeamId: null,
          lastMessageAt: time,
        },
      ],
    };
  if (path.includes('/changes'))
    return {
      data: [
        { id: 'e', type: 'ContactOptedIn', time, userId: null, fields: [], labelId: null, otherId: null },
      ],
    };
  if (path.includes('/segments'))
    return { data: [{ id: 's', name: 'VIPs', conditions, visibility: 'me', ownerId: 'mia' }] };
  const id = /contacts\/(anna|ana)/.exec(path)?.[1];
  if (id) return { ...contact, id, company: id, position: '1', stale: false };
  if (/contacts\?/.test(path))
    return {
      data: items,
      count: 3,
      total: 12_480,
      isTotalExact: true,
      page: 1,
      perPage: 50,
      pageCount: 250,
      position: '1',
    };
  return { data: [], position: '1' };
}

function show(path: string): void {
  asked.length = 0;
  jest.mocked(api).mockImplementation((at, { method, body } = {}) => {
    asked.push({ path: at, method, body });
    return Promise.resolve(answer(at) as never);
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(permissionsQuery.queryKey, me as unknown as PermissionsResponse);
  const router = createMemoryRouter(
    [
      { path: '/contacts', Component: Contacts },
      { path: '/contacts/add', Component: AddContact },
      { path: '/contacts/segments', Component: Segments },
      { path: '/contacts/duplicates', Component: Duplicates },
      { path: '/contacts/:contactId', Component: Contact },
    ],
    { initialEntries: [path] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <RouterProvider router={router} />
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(60_000);
beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { ...en, ...texts } } } }));

it('lists contacts and changes all matching ones by one job', async () => {
  show(`/contacts?${new URLSearchParams({ where: JSON.stringify(conditions) }).toString()}`);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Ben King' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 12,480' }));
  fireEvent.click(screen.getByRole('button', { name: 'Opt-in' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Opted in' }));
  await waitFor(() => expect(asked.some(({ path }) => path === '/api/v3/contact-jobs')).toBe(true));
  const { body } = asked.find(({ path }) => path === '/api/v3/contact-jobs')!;
  expect(body).toMatchObject({ action: { type: 'optIn' } });
  expect(JSON.parse((body as { conditions: string }).conditions)).toEqual({
    match: 'all',
    groups: [{ match: 'all', conditions: [{ field: 'vip', is: true }] }],
  });
});

it('opens the preview with a key and shows a condition in words', async () => {
  show(`/contacts?${new URLSearchParams({ where: JSON.stringify(conditions) }).toString()}`);
  await screen.findByRole('button', { name: 'VIP: Yes' });
  await screen.findByRole('link', { name: 'Ben King' });
  fireEvent.keyDown(document.body, { key: 'j' });
  const peek = await screen.findByRole('dialog', { name: 'Ana Ruiz' });
  expect(await within(peek).findByText('54')).toBeTruthy();
});

it('shows the timeline of a contact, and erases the contact only after their name is typed', async () => {
  show('/contacts/ana');
  const timeline = await screen.findByRole('region', { name: 'Timeline' });
  expect(await within(timeline).findByText(/Mornings/)).toBeTruthy();
  expect(await within(timeline).findByText(/^Opted in/)).toBeTruthy();
  const phone = screen.getByRole('textbox', { name: 'Phone' });
  expect(phone.hasAttribute('readonly')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'More for Ana Ruiz' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Erase' }));
  const confirm = await screen.findByRole<HTMLButtonElement>('button', { name: 'Erase Ana Ruiz' });
  expect(confirm.disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox', { name: /Type Ana Ruiz/ }), { target: { value: 'Ana Ruiz' } });
  fireEvent.click(confirm);
  await waitFor(() =>
    expect(asked).toContainEqual({
      path: '/api/v3/contact-erasures',
      method: 'POST',
      body: { ids: ['ana'] },
    }),
  );
});

it('requires a phone number or an e-mail address before the request', async () => {
  show('/contacts/add');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Nora' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add contact' }));
  expect(await screen.findByText('A phone number or an e-mail address is needed.')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'E-mail' }), {
    target: { value: 'nora@example.org' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Add contact' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  expect(asked.find(({ method }) => method === 'POST')).toEqual({
    ...{ path: '/api/v3/contacts', method: 'POST' },
    body: { name: 'Nora', email: 'nora@example.org' },
  });
});

it('merges two contacts with the chosen fields, or marks them as different people', async () => {
  show('/contacts/duplicates');
  const pair = await screen.findByRole('region', { name: 'Ana Ruiz – Ana Ruiz' });
  fireEvent.click(within(pair).getByRole('radio', { name: 'Company: anna' }));
  fireEvent.click(within(pair).getByRole('button', { name: 'Merge into Ana Ruiz' }));
  await waitFor(() =>
    expect(asked).toContainEqual({
      ...{ path: '/api/v3/contacts/ana/merge', method: 'POST' },
      body: { otherId: 'anna', fields: ['company'] },
    }),
  );
  fireEvent.click(within(pair).getByRole('button', { name: 'Not duplicates' }));
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/distinguish'))).toBe(true));
});

it('shows the conditions of a segment', async () => {
  show('/contacts/segments');
  expect(await screen.findByRole('link', { name: 'VIPs' })).toBeTruthy();
  expect(screen.getByText('VIP: Yes')).toBeTruthy();
});
