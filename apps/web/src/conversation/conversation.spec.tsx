/** @jest-environment jsdom */
import '../testing/browser';
import { useEffect, useMemo } from 'react';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import type { PermissionsResponse, UserResponse } from '@parley/contracts/api/access';
import type { ChatEntry, EntriesPage } from '@parley/contracts/api/conversations';
import type { Draft } from '@parley/contracts/api/drafts';
import type { TranscriptPush } from '@parley/contracts/push/index';
import en from '../i18n/en.json';
import { usersQuery, useUsersById } from '../lib/directory';
import { permissionsQuery } from '../lib/me';
import { createCell, useCell } from '../lib/cell';
import { guardFocus } from '../lib/focus-guard';
import { TranslationProvider } from '../lib/translation';
import { entry as exampleEntry } from '../testing/entry';
import { Composer } from './composer/composer';
import type { Outgoing } from './composer/outbox';
import type { Suggestions } from './composer/suggestions';
import { OpenConversationContext, type ConversationKind, type Obstacle } from './conversation';
import { Conversations } from './conversations';
import { LoadedThread } from './thread/loaded-thread';

jest.mock('../lib/live', () => ({ useOutage: () => null }));

// A second kind of conversation for this test: a chat of colleagues without channel, contact, care window, notes and
// archive; colleagues can be mentioned in it.

const entry = (at: number, changes: Partial<ChatEntry>): ChatEntry =>
  exampleEntry(at, {
    chatId: 'lunch',
    message: null,
    createdById: 'mateo',
    createdByEntity: 'user',
    ...changes,
  });

const person = (id: string, displayName: string) => ({ id, displayName, state: 'active' }) as UserResponse;

const mentions: Suggestions = {
  trigger: '@',
  label: 'Colleagues',
  useFound: (search) => {
    const people = [...useUsersById().values()];
    const found = people.filter(({ displayName }) => displayName.toLowerCase().startsWith(search));
    const suggestions = found.map(({ id, displayName: text }) => ({
      ...{ id, text, title: null },
      inserts: `@${text} `,
    }));
    return { suggestions };
  },
};

/**
 * A fake kind of conversation.
 * @param said entries by id of the chat
 * @returns the kind, and the messages that its server received
 */
function teamChat(said: Record<string, ChatEntry[]> = {}) {
  const sent: Outgoing[] = [];
  const saved = new Map<string, Draft>();
  const listeners = new Set<(push: TranscriptPush) => void>();
  const conversations = new Conversations({
    name: 'team',
    keptUnder: { reply: 'parley.draft-team.', note: 'parley.note-team.', outbox: 'parley.outbox-team.' },
    entries: (id) => {
      const page = { data: said[id] ?? [], hasOlder: false, hasNewer: false, position: '0'.repeat(20) };
      return Promise.resolve(page as unknown as EntriesPage);
    },
    entry: () => Promise.reject(new Error('Nothing is quoted.')),
    send: (message) => Promise.resolve(sent.push(message)),
    withdraw: () => Promise.resolve([]),
    allDrafts: () => Promise.resolve({ reply: [], note: [] }),
    drafts: (id) => Promise.resolve({ reply: saved.get(id) ?? null, note: null }),
    saveDraft: (chatId, draft) => Promise.resolve(void saved.set(chatId, { chatId, ...draft })),
    uploadPath: (id) => `/api/team-chats/${id}/files`,
    fileUrl: (_entryId, assetId) => `/files/${assetId}`,
    isOpenNow: () => true,
  });
  const nowhere = { entryId: null, askedAt: null, goTo: () => undefined, forget: () => undefined };
  const kind: ConversationKind = {
    conversations,
    useOffers: () => ({ kinds: ['reply'], suggestions: [mentions] }),
    useMayQuote: () => false,
    useObstacle: () => null,
    useFollow: (id, isLoaded) => {
      const client = useQueryClient();
      useEffect(() => {
        if (!isLoaded) return;
        const listener = (push: TranscriptPush) =>
          push.chatId === id && conversations.transcripts.take(client, push);
        listeners.add(listener);
        return () => void listeners.delete(listener);
      }, [client, id, isLoaded]);
    },
    usePlace: () => nowhere,
    useReading: () => ({ read: () => undefined }),
  };
  const push = (rows: ChatEntry[], chatId = 'lunch') =>
    act(() => {
      const position = rows.at(-1)!.position;
      for (const listener of listeners) listener({ view: 'transcript', chatId, position, rows, gone: [] });
    });
  return { kind, sent, push };
}

function Chat({ kind, id }: { kind: ConversationKind; id: string }) {
  const open = useMemo(
    () => ({
      kind,
      store: kind.conversations.of(id),
      conversation: { id, name: `#${id}`, unread: 0, lastEntryId: null },
    }),
    [kind, id],
  );
  return (
    <OpenConversationContext value={open}>
      <LoadedThread failed={() => 'failed'} />
      <Composer />
    </OpenConversationContext>
  );
}

function show(kind: ConversationKind) {
  const client = new QueryClient();
  const user = { id: 'sanne', displayName: 'Sanne', settings: [{ name: 'enterToSend', value: '1' }] };
  const me = { user, customer: { phonePattern: null } };
  client.setQueryData(permissionsQuery.queryKey, me as unknown as PermissionsResponse);
  client.setQueryData(usersQuery.queryKey, [person('sanne', 'Sanne'), person('mateo', 'Mateo')]);
  const page = (id: string) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <Chat kind={kind} id={id} />
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(page('lunch'));
  return { goTo: (id: string) => rerender(page(id)) };
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox');
const messages = () => screen.findAllByRole('article');

async function type(text: string) {
  const input = await field();
  act(() => input.focus());
  fireEvent.change(input, { target: { value: text } });
  input.setSelectionRange(text.length, text.length);
  fireEvent.select(input);
  return input;
}

/** Presses a key and waits for its effects. */
const press = (input: HTMLElement, key: string) =>
  act(async () => {
    fireEvent.keyDown(input, { key });
    await Promise.resolve();
  });

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));
afterEach(cleanup);

it('shows the messages of colleagues with their names, including new ones while it is open', async () => {
  const { kind, push } = teamChat({ lunch: [entry(1, { message: 'Soup?' })] });
  show(kind);
  const [soup] = await messages();
  expect(soup!.getAttribute('aria-label')).toBe('Message by Mateo');
  expect(within(soup!).getByText('Soup?')).toBeTruthy();
  push([entry(2, { message: 'At noon' })]);
  expect((await screen.findAllByText('At noon')).length).toBeGreaterThan(0);
});

it('shows a sent message at once, and only once when the server has it', async () => {
  const { kind, sent, push } = teamChat({ lunch: [entry(1, { message: 'Soup?' })] });
  show(kind);
  const input = await type('I am in');
  await press(input, 'Enter');
  expect(input.value).toBe('');
  await waitFor(async () => expect(await messages()).toHaveLength(2));
  expect(sent).toMatchObject([{ chatId: 'lunch', kind: 'reply', content: { text: 'I am in' } }]);
  const clientKey = `${sent[0]!.idempotencyKey}:0`;
  push([entry(2, { direction: 'out', createdById: 'sanne', message: 'I am in', clientKey })]);
  await waitFor(() => expect(kind.conversations.of('lunch').outbox.messages.get()).toEqual([]));
  expect(await messages()).toHaveLength(2);
});

it('offers no control that only conversations with contacts need', async () => {
  const { kind } = teamChat();
  show(kind);
  await field();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Send']);
});

it('mentions a colleague chosen after an @ with keys alone', async () => {
  const { kind, sent } = teamChat();
  show(kind);
  const input = await type('thanks @ma');
  expect(await screen.findByRole('option')).toHaveProperty('textContent', 'Mateo');
  await waitFor(() => expect(input.getAttribute('aria-activedescendant')).not.toBeNull());
  await press(input, 'Enter');
  expect(input.value).toBe('thanks @Mateo ');
  await press(input, 'Enter');
  expect(sent.map(({ content }) => content.text)).toEqual(['thanks @Mateo']);
});

it('keeps the draft of each conversation', async () => {
  const { kind } = teamChat();
  const { goTo } = show(kind);
  await type('for lunch');
  goTo('garden');
  await waitFor(async () => expect((await field()).value).toBe(''));
  goTo('lunch');
  await waitFor(async () => expect((await field()).value).toBe('for lunch'));
});

/** A reply form without a text area, like that of e-mail. */
function Form() {
  return (
    <>
      <input aria-label="Subject" />
      <div contentEditable tabIndex={0} role="textbox" aria-label="Answer" />
    </>
  );
}

it.each([
  ['a text field', undefined, /^Reply/],
  ['the subject of a form', Form, 'Subject'],
  ['the editor of a form', Form, 'Answer'],
])('moves the focus from %s to the reason why the agent can no longer write', async (_, Editor, name) => {
  const stop = guardFocus();
  const obstacle = createCell<Obstacle | null>(null);
  const { kind } = teamChat();
  const { useOffers } = kind;
  show({
    ...kind,
    useOffers: () => ({ ...useOffers()!, Editor }),
    useObstacle: () => useCell(obstacle),
  });
  act(() => kind.conversations.of('lunch').drafts.reply.type('Good morning'));
  const input = await screen.findByRole('textbox', { name });
  act(() => input.focus());
  act(() => obstacle.set({ state: 'archived', reason: 'Archived by Mateo.', remedy: () => null }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Archived by Mateo.'));
  expect(screen.getByRole('group', { name: 'Your draft is kept:' }).textContent).toContain('Good morning');
  stop();
});
