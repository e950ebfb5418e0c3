import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { CreatedResponse, SendResponse } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { phoneOf } from '../support/phone';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const rowsOf = (page: Page) => page.getByRole('listbox').getByRole('option');
const unique = (word: string) => `${word} ${String(Date.now()).slice(-6)}`;

test('a list is filtered and sorted by its URL, and stays correct while conversations change', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const family = unique('Núñez');
  const [ana, ben, zoe] = ['Ana', 'Ben', 'Zoë'].map((name) => new Contact(product, `${name} ${family}`)) as [
    Contact,
    Contact,
    Contact,
  ];
  for (const contact of [ana, ben]) await contact.write(`Hello from ${contact.name}`);
  const api = await Api.signIn(product, demo.manager.email);
  const tag = unique('urgent');
  const made = await api.request('POST', '/api/v3/tags', { name: tag, colour: '#c92a2a' });
  const { id: tagId } = (await made.json()) as CreatedResponse;

  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new');
  await expect(rowOf(page, ben.name)).toBeVisible();

  // The keyword finds names with accents even if it has none.
  await page.keyboard.press('/');
  const keyword = page.getByRole('searchbox', { name: 'Name, phone or e-mail' });
  await keyword.fill(family.toLowerCase().replace('ú', 'u').replace('ñ', 'n'));
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page).toHaveURL(/keyword=/);

  // A new conversation that matches appears in its place without a reload.
  await zoe.write('And from me');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowsOf(page).first()).toContainText(zoe.name);
  await page.getByRole('button', { name: /^Sorted/ }).click();
  await page.getByRole('menuitemradio', { name: 'Longest waiting first' }).click();
  await expect(rowsOf(page).last()).toContainText(zoe.name);
  await expect(page).toHaveURL(/sortBy=longestWaiting/);

  // A conversation that a colleague reads no longer matches the filter "unread" and disappears.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByText('Unread', { exact: true }).click();
  await expect(page).toHaveURL(/read=false/);
  await page.keyboard.press('Escape');
  await expect(rowsOf(page)).toHaveCount(3);
  const colleague = await signedIn(demo.colleague.email);
  await colleague.goto('/messaging-inbox?list=new');
  await rowOf(colleague, ben.name).click();
  await expect(colleague.getByRole('region', { name: `Conversation with ${ben.name}` })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(rowOf(page, ben.name)).toHaveCount(0);

  // Back and forward restore the previous and the next filter; a reload keeps the filter.
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.goForward();
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Filters' }).getByText('Unread')).toBeVisible();

  // Filters by a tag that no conversation has yet.
  await page.getByRole('button', { name: 'Filter, 1 set' }).click();
  await panel.getByRole('combobox', { name: 'Tags' }).fill(tag);
  await page.getByRole('option', { name: tag }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing matches').first()).toBeVisible();
  const [chat] = (await api.chats('new')).filter((row) => row.contact.name === ana.name);
  await api.request('POST', `/api/v3/messaging-chats/${chat!.id}/tags`, { tagId });
  await expect(rowOf(page, ana.name)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Remove the filter Unread' }).click();
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/keyword|tags|read=/);
  await expect(keyword).toHaveCount(0);
});

test('an agent selects up to ten conversations and changes them at once', async ({ product, signedIn }) => {
  const family = unique('Many');
  const contacts = Array.from({ length: 11 }, (_, n) => new Contact(product, `${family} No${n + 1}`));
  for (const contact of contacts) await contact.write('One of many');
  const page = await signedIn(demo.agent.email);
  await page.goto(`/messaging-inbox?list=new&keyword=${family}`);
  await expect(rowsOf(page)).toHaveCount(11);

  // Selects conversations by key and by clicking with the shift key held; the eleventh is refused.
  await rowsOf(page).first().focus();
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected conversations' });
  await expect(bar.getByText('1 of 10')).toBeVisible();
  for (let n = 0; n < 9; n++) await page.keyboard.press('Shift+ArrowDown');
  await expect(bar.getByText('10 of 10')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('The selection may hold at most 10 items.')).toBeVisible();
  await expectAccessible(page);

  // The selection survives a reload, and ends when the keyword changes.
  await page.reload();
  await expect(bar.getByText('10 of 10')).toBeVisible();
  await page.getByRole('searchbox').fill(`${family} No`);
  await expect(bar).toHaveCount(0);
  // Enter in the field moves the focus to the first hit.
  await page.getByRole('searchbox').fill(`${family} No1`);
  await page.getByRole('searchbox').press('Enter');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowsOf(page).first()).toBeFocused();
  await page.getByRole('searchbox').fill(`${family} No`);
  await expect(rowsOf(page)).toHaveCount(11);

  // Two conversations are marked read and unread and assigned in bulk. If one of two was archived before, the other
  // is still changed.
  const [one, two] = [rowOf(page, `${family} No2`), rowOf(page, `${family} No3`)];
  await page.getByRole('button', { name: 'Select conversations' }).click();
  for (const row of [one, two]) await row.click();
  await page.keyboard.press('u');
  for (const row of [one, two]) await expect(row).not.toHaveAttribute('data-unread', 'true');
  await expect(bar.getByText('0 of 10')).toBeVisible();
  for (const row of [one, two]) await row.click();
  await page.keyboard.press('u');
  for (const row of [one, two]) await expect(row).toHaveAttribute('data-unread', 'true');

  for (const row of [one, two]) await row.click();
  const api = await Api.signIn(product, demo.manager.email);
  const [chat] = (await api.chats('new')).filter((row) => row.contact.name === `${family} No2`);
  await page.route('**/messaging-chats/bulk', async (route) => {
    const seenUpTo = '9'.repeat(20);
    await api.request('POST', `/api/v3/messaging-chats/${chat!.id}/archive`, { seenUpTo });
    await route.continue();
  });
  await page.keyboard.press('a');
  await page.getByRole('menuitem', { name: 'Assign to me' }).click();
  await expect(page.getByText('Done: 1 · Not done: 1')).toBeVisible();
  await expect(page.getByText(`${family} No2: The conversation is archived.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.goto(`/messaging-inbox?list=personal&keyword=${family}`);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rowsOf(page)).toContainText(`${family} No3`);
});

test('on a phone every touch target is large enough, and the menu offers only applicable actions, such as assigning', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, unique('Ana Pocket'));
  await ana.write('Whenever you have time');
  const page = await signedIn(demo.agent.email, { viewport: { width: 360, height: 740 } });
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, ana.name).click();
  const thread = page.getByRole('region', { name: `Conversation with ${ana.name}` });
  await expect(thread.getByRole('textbox')).toBeVisible();
  const targets = await thread.getByRole('button').all();
  expect(targets.length).toBeGreaterThanOrEqual(6);
  for (const target of targets) {
    const { width, height } = (await target.boundingBox())!;
    expect([await target.textContent(), width >= 44 && height >= 44]).toEqual([expect.anything(), true]);
  }
  const more = page.getByRole('button', { name: 'More', exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await more.click();
  await item('Assign to me').click();
  await more.click();
  await expect(item('Mark as unread')).toBeVisible();
  await expect(item('Assign to me')).toHaveCount(0);
  // The menu also works while the thread is still loading.
  await page.route('**/entries?*', () => undefined);
  await page.goto(page.url().replace('list=new', 'list=personal'));
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await more.click();
  await item('Mark as unread').click();
  await expect(rowOf(page, ana.name)).toHaveAttribute('data-unread', 'true');
});

test('the list Failed contains conversations with a failed send, archived or not, until the message is sent again', async ({
  product,
  signedIn,
}) => {
  const [play, api] = [await phoneOf(product), await Api.signIn(product, demo.agent.email)];
  const [fay, finn] = ['Fay', 'Finn'].map((name, index) => ({
    name: unique(`${name} Failed`),
    phone: `+3469900044${index}`,
  })) as [{ name: string; phone: string }, { name: string; phone: string }];
  const failTo = async (person: typeof fay): Promise<string> => {
    await play({ type: 'message', id: randomUUID(), from: person, text: 'Are you open on Monday?' });
    const find = async () => (await api.chats('new')).find(({ contact }) => contact.name === person.name);
    await expect.poll(find).toBeDefined();
    const chatId = (await find())!.id;
    const sent = await api.request('POST', '/api/v3/messages/send', {
      chat: { id: chatId },
      content: { text: 'From nine o’clock' },
      idempotencyKey: randomUUID(),
    });
    const { entries } = (await sent.json()) as SendResponse;
    const messageId = entries[0]!.id;
    await expect.poll(async () => (await api.messages(chatId))[0]?.status).toBe('sent');
    await play({ type: 'status', messageId, status: 'declined', reason: 'unreachable' });
    return chatId;
  };
  await failTo(fay);
  const archived = await failTo(finn);
  await api.request('POST', `/api/v3/messaging-chats/${archived}/archive`, { seenUpTo: '9'.repeat(20) });

  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=failed');
  for (const { name } of [fay, finn]) await expect(rowOf(page, name)).toContainText('Not sent');
  await expectAccessible(page);

  await rowOf(page, fay.name).click();
  const thread = page.getByRole('region', { name: `Conversation with ${fay.name}` });
  await expect(thread.getByText('The contact cannot be reached.')).toBeVisible();
  await thread.getByRole('button', { name: 'Retry' }).click();
  await expect(thread.getByText('Sent again')).toBeVisible();
  // The row of a conversation that no longer matches stays until the agent opens another conversation.
  await rowOf(page, finn.name).click();
  await page.getByRole('region', { name: `Conversation with ${finn.name}` }).hover();
  await expect(rowOf(page, fay.name)).toHaveCount(0);
  await expect(rowOf(page, finn.name)).toBeVisible();
});

test('a bulk action is shown at once, and reverted for conversations that the server refuses', async ({
  product,
  signedIn,
}) => {
  const family = unique('Bulk');
  const [ana, ben] = ['Ana', 'Ben'].map((name) => new Contact(product, `${name} ${family}`)) as [
    Contact,
    Contact,
  ];
  for (const contact of [ana, ben]) await contact.write('Good morning');
  const page = await signedIn(demo.agent.email);
  await page.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(family)}`);
  await expect(rowsOf(page)).toHaveCount(2);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/messaging-chats/bulk', async (route) => {
    await answered;
    const { chats } = route.request().postDataJSON() as { chats: { id: string }[] };
    const results = chats.map(({ id }) => ({ id, ok: false, code: 'unavailable' }));
    await route.fulfill({ json: { results } });
  });
  await rowsOf(page).first().focus();
  await page.keyboard.press('x');
  await expect(page.getByText('1 of 10')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 of 10')).toBeVisible();
  await page.keyboard.press('u');
  await expect(rowsOf(page).getByLabel('1 unread message')).toHaveCount(0);
  answer();
  await expect(page.getByText('Done: 0 · Not done: 2')).toBeVisible();
  await expect(rowsOf(page).getByLabel('1 unread message')).toHaveCount(2);
});
