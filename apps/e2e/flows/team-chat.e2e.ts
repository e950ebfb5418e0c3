import type { Page } from '@playwright/test';
import type { PermissionsResponse, UserResponse } from '../../../libs/foundation/contracts/src/api/access';
import type { TeamChatParticipant, TeamCountResponse } from '../../../libs/foundation/contracts/src/api/team-chats';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, title: string) =>
  page.getByRole('main').getByRole('link').filter({ hasText: title });
const pane = (page: Page, title: string) => page.getByRole('region', { name: `Chat with ${title}` });
const messageIn = (page: Page, title: string, text: string) =>
  pane(page, title).getByRole('article').filter({ hasText: text });

async function chatOf(product: Product, title: string, ...emails: string[]) {
  const api = await Api.signIn(product, demo.agent.email);
  const { data: users } = await api.get<{ data: UserResponse[] }>('/api/v3/users');
  const idOf = (email: string) => users.find((user) => user.email === email)!.id;
  const answer = await api.request('POST', '/api/v3/team-chats', { userIds: emails.map(idOf), title });
  const { id } = (await answer.json()) as { id: string };
  await api.request('PATCH', `/api/v3/team-chats/${id}`, { title });
  return { api, id, idOf };
}

test('two colleagues begin a chat, see each other type, and how far what they say has come', async ({
  signedIn,
}) => {
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  await theirs.goto('/team-chat');
  await mine.goto('/team-chat');
  await mine.getByRole('button', { name: 'New chat' }).click();
  const dialog = mine.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'People' }).fill('Amara');
  await mine.getByRole('option', { name: demo.colleague.name }).click();
  await dialog.getByLabel('Title').fill('Returns desk');
  await dialog.getByLabel('First message').fill('Can we take this back?');
  await dialog.getByRole('button', { name: 'Start chat' }).click();
  await expect(messageIn(mine, 'Returns desk', 'Can we take this back?')).toBeVisible();
  await expectAccessible(mine);

  // A window of hers has it; she has not read it.
  const tick = (text: string) =>
    messageIn(mine, 'Returns desk', text).getByRole('button', { name: 'who has it' });
  await expect(tick('Can we take this back?')).toHaveAccessibleName(/^Delivered/);
  await expect(rowOf(theirs, 'Returns desk').getByLabel('1 unread message')).toBeVisible();
  await rowOf(theirs, 'Returns desk').click();
  await expect(messageIn(theirs, 'Returns desk', 'Can we take this back?')).toBeVisible();
  await expect(tick('Can we take this back?')).toHaveAccessibleName(/^Read/);
  await expect(rowOf(theirs, 'Returns desk').getByLabel('unread')).toHaveCount(0);

  await pane(theirs, 'Returns desk').getByRole('textbox').pressSequentially('Within 30 days');
  await expect(pane(mine, 'Returns desk').getByText('Amara is typing…')).toBeVisible();
  await pane(theirs, 'Returns desk').getByRole('textbox').press('Control+Enter');
  await expect(messageIn(mine, 'Returns desk', 'Within 30 days')).toBeVisible();
  await expect(pane(mine, 'Returns desk').getByText('Amara is typing…')).toHaveCount(0);

  // The same people: their chat opens.
  await mine.getByRole('button', { name: 'New chat' }).click();
  await dialog.getByRole('combobox', { name: 'People' }).fill('Amara');
  await mine.getByRole('option', { name: demo.colleague.name }).click();
  await dialog.getByRole('button', { name: 'Start chat' }).click();
  await expect(messageIn(mine, 'Returns desk', 'Within 30 days')).toBeVisible();
});

test('who writes edits and deletes, others react and answer', async ({ product, signedIn }) => {
  const { id } = await chatOf(product, 'Signs', demo.manager.email);
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.manager.email)];
  for (const page of [mine, theirs]) await page.goto(`/team-chat/${id}`);
  await pane(mine, 'Signs').getByRole('textbox').fill('New sings are here');
  await pane(mine, 'Signs').getByRole('textbox').press('Control+Enter');
  const hers = messageIn(theirs, 'Signs', 'New sings are here');
  await hers.hover();
  await hers.getByRole('button', { name: 'React' }).click();
  await theirs.getByRole('menuitem', { name: '🎉' }).click();
  const own = messageIn(mine, 'Signs', 'New sings are here');
  await expect(own.getByRole('button', { name: `🎉 by ${demo.manager.name}` })).toBeVisible();
  await own.getByRole('button', { name: 'Message actions' }).click();
  await mine.getByRole('menuitem', { name: 'Edit message' }).click();
  await mine.getByRole('textbox', { name: 'Edit message' }).fill('New signs are here');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(messageIn(theirs, 'Signs', 'New signs are here')).toBeVisible();
  const edited = messageIn(mine, 'Signs', 'New signs are here');
  await edited.getByRole('button', { name: 'Message actions' }).click();
  await mine.getByRole('menuitem', { name: 'Delete message' }).click();
  await expect(messageIn(theirs, 'Signs', 'New signs are here')).toHaveCount(0);
});

test('leaving shows at once and is taken back when it fails; who is removed hears nothing more until added', async ({
  product,
  signedIn,
}) => {
  const { api, id, idOf } = await chatOf(product, 'Night shift', demo.colleague.email, demo.manager.email);
  const theirs = await signedIn(demo.colleague.email);
  await theirs.goto(`/team-chat/${id}`);
  const field = pane(theirs, 'Night shift').getByRole('textbox');
  await expect(field).toBeVisible();

  await theirs.route('**/participants/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { code: 'busy' } })
      : route.continue(),
  );
  await theirs.getByRole('button', { name: '3 people' }).click();
  await theirs.getByRole('button', { name: 'Leave' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(theirs.getByText('Could not leave. You are still in this chat.')).toBeVisible();
  await expect(field).toBeVisible();
  await theirs.unroute('**/participants/*');

  await api.request('PATCH', `/api/v3/team-chats/${id}`, { remove: [idOf(demo.colleague.email)] });
  await expect(pane(theirs, 'Night shift').getByText(`${demo.agent.name} removed you.`)).toBeVisible();
  await expect(field).toHaveCount(0);
  const said = { tmpId: 'tmp-night-1', message: 'Behind their back' };
  await api.request('POST', `/api/v3/team-chats/${id}/entries`, said);
  await api.request('PATCH', `/api/v3/team-chats/${id}`, { add: [idOf(demo.colleague.email)] });
  await expect(field).toBeVisible();
  await api.request('POST', `/api/v3/team-chats/${id}/entries`, {
    tmpId: 'tmp-night-2',
    message: 'Welcome back',
  });
  await expect(messageIn(theirs, 'Night shift', 'Welcome back')).toBeVisible();
  await expect(theirs.getByText('Behind their back')).toHaveCount(0);

  await theirs.getByRole('button', { name: 'Leave' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(pane(theirs, 'Night shift').getByText('You left.')).toBeVisible();
  await theirs.getByText('Archived').click();
  await expect(rowOf(theirs, 'Night shift')).toBeVisible();
});

test('the calls of the specification count, mark and list as written', async ({ product }) => {
  const { api, id } = await chatOf(product, 'Calls', demo.admin.email, demo.manager.email);
  const admin = await Api.signIn(product, demo.admin.email);
  const sent = await api.request('POST', `/api/v3/team-chats/${id}/entries`, {
    ...{ tmpId: 'tmp-calls-1', type: 'text', message: 'Counted', attachments: [] },
  });
  const { id: entryId, participantEntries } = (await sent.json()) as {
    id: string;
    participantEntries: unknown[];
  };
  expect(participantEntries).toHaveLength(2);
  const counted = async () => {
    const { data } = await admin.get<TeamCountResponse>('/api/v3/team/count');
    return data.find((count) => count.id === id)?.unreadMessages ?? 0;
  };
  await expect.poll(counted).toBe(1);
  const { data } = await admin.get<{ data: TeamChatParticipant[] }>(`/api/v3/team-chats/${id}/participants`);
  const { user } = await admin.get<PermissionsResponse>('/api/gateway/v1/auth/permissions');
  const own = data.find(({ userId }) => userId === user.id)!.id;
  const entries = `/api/v3/team-chats/${id}/participants/${own}/entries`;
  const page = await admin.get<{ data: { id: string }[] }>(`${entries}?page=1&limit=50`);
  expect(page.data.map((entry) => entry.id)).toEqual([entryId]);
  const read = await admin.request('PATCH', `${entries}/${entryId}`, { status: 'read' });
  expect(read.status).toBe(200);
  await expect.poll(counted).toBe(0);
  for (const path of [entries, '/api/v3/team-chats/entries'])
    expect((await admin.request('PATCH', path, { status: 'read' })).status).toBe(200);
  expect((await admin.request('DELETE', `/api/v3/team-chats/${id}`)).status).toBe(200);
});

test('a colleague is asked beside a conversation, which is a card to them', async ({ product, signedIn }) => {
  const contact = new Contact(product, 'Ana Helmet');
  await contact.write('May I return the helmet?');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.admin.email)];
  await mine.goto('/messaging-inbox?list=new');
  await mine.getByRole('option').filter({ hasText: contact.name }).click();
  const thread = mine.getByRole('region', { name: `Conversation with ${contact.name}` });
  await expect(thread.getByRole('article')).toHaveCount(1);

  await mine.keyboard.press('Control+k');
  await mine.keyboard.type('Ask a coll');
  await mine
    .getByRole('option', { name: 'Ask a colleague' })
    .or(mine.getByText('Ask a colleague'))
    .first()
    .click();
  const aside = mine.getByRole('complementary', { name: 'Ask a colleague' });
  await aside.getByRole('combobox', { name: 'People' }).fill('Ingrid');
  await mine.getByRole('option', { name: demo.admin.name, exact: true }).click();
  await aside.getByLabel('Your question').fill('What do we say?');
  await aside.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(pane(mine, demo.admin.name).getByText('What do we say?')).toBeVisible();
  await expectAccessible(mine);

  await theirs.goto('/team-chat');
  await rowOf(theirs, demo.agent.name).click();
  const theirPane = pane(theirs, demo.agent.name);
  const card = theirPane.getByRole('group', { name: `Conversation with ${contact.name}` });
  await expect(card).toContainText('Nobody assigned');
  await theirPane.getByRole('textbox').fill('Yes, within 30 days');
  await theirPane.getByRole('textbox').press('Control+Enter');
  await expect(messageIn(mine, demo.admin.name, 'Yes, within 30 days')).toBeVisible();
});
