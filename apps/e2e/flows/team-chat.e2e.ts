import type { Page } from '@playwright/test';
import type { UserResponse } from '../../../libs/foundation/contracts/src/api/access';
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
  return id;
}

test('two colleagues begin a chat, and see each other typing and the status of their messages', async ({
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

  // The colleague's window has received the message, but she has not read it.
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

  // If a chat with the same people exists, it opens instead of a new one.
  await mine.getByRole('button', { name: 'New chat' }).click();
  await dialog.getByRole('combobox', { name: 'People' }).fill('Amara');
  await mine.getByRole('option', { name: demo.colleague.name }).click();
  await dialog.getByRole('button', { name: 'Start chat' }).click();
  await expect(messageIn(mine, 'Returns desk', 'Within 30 days')).toBeVisible();
});

test('the author edits and deletes a message, and others react and reply', async ({ product, signedIn }) => {
  const id = await chatOf(product, 'Signs', demo.manager.email);
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

test('an agent asks a colleague from beside a conversation, and the colleague gets the conversation as a card', async ({
  product,
  signedIn,
}) => {
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
