import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expectFocusNotLost } from '../support/focus';
import { expect, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

test('a conversation marked as unread stays unread, even if it was read and got a note before', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Unread Again');
  await ana.write('later, please');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  for (const page of [mine, theirs]) await page.goto('/messaging-inbox?list=new&keyword=unread+again');
  const unread = (page: Page) => rowOf(page, ana.name).getByLabel('1 unread message');
  await expect(unread(mine)).toBeVisible();
  await rowOf(mine, ana.name).click();
  await expect(unread(theirs)).toHaveCount(0);

  await mine.keyboard.press('n');
  await mine.keyboard.type('Not before Monday');
  await mine.keyboard.press('Control+Enter');
  const thread = threadOf(mine, ana.name);
  await expect(thread.getByRole('article').filter({ hasText: 'Not before Monday' })).toBeVisible();
  await mine.keyboard.press('Escape');
  await mine.keyboard.press('u');
  await expect(thread).toHaveCount(0);
  await expectFocusNotLost(mine);
  await expect(unread(theirs)).toBeVisible();
  await expect(unread(mine)).toBeVisible();
});

test('marking as unread takes precedence over a read report that the server has not received yet', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Quick Unread');
  await ana.write('for later');
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new&keyword=quick+unread');
  const asked: string[] = [];
  let hear = () => {};
  const heard = new Promise<void>((resolve) => (hear = resolve));
  await page.route(/\/messaging-chats\/[^/]+\/(read|unread)$/, async (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').at(-1)!);
    if (asked.at(-1) === 'read') await heard;
    await route.continue();
  });
  const unread = rowOf(page, ana.name).getByLabel('1 unread message');
  await expect(unread).toBeVisible();
  await rowOf(page, ana.name).click();
  await expect.poll(() => asked).toEqual(['read']);
  await page.keyboard.press('u');
  await expect(threadOf(page, ana.name)).toHaveCount(0);
  await expect(unread).toBeVisible();
  const marked = page.waitForResponse(/\/unread$/);
  hear();
  expect((await marked).ok()).toBe(true);
  expect(asked).toEqual(['read', 'unread']);
  await page.reload();
  await expect(unread).toBeVisible();
});

test('opening the field with a draft again puts the cursor at its end', async ({ product, signedIn }) => {
  const [ana, ben] = [new Contact(product, 'Ana Resumed'), new Contact(product, 'Ben Resumed')];
  for (const contact of [ana, ben]) await contact.write('Hello');
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new&keyword=resumed');
  await rowOf(page, ana.name).click();
  await expect(threadOf(page, ana.name).getByRole('textbox')).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('Dear Ana, ');
  await page.keyboard.press('Escape');
  await rowOf(page, ben.name).click();
  await expect(threadOf(page, ben.name).getByRole('textbox')).toHaveValue('');
  await rowOf(page, ana.name).click();
  await expect(threadOf(page, ana.name).getByRole('textbox')).toHaveValue('Dear Ana, ');
  await page.keyboard.press('r');
  await page.keyboard.type('your order');
  await expect(threadOf(page, ana.name).getByRole('textbox')).toHaveValue('Dear Ana, your order');
});

test('typing in a menu’s search field is not shown to colleagues as typing', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Asked');
  await ana.write('anybody?');
  const page = await signedIn(demo.agent.email);
  const looks: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"look"')) looks.push(String(payload));
    }),
  );
  const typing = () => looks.filter((look) => look.includes('"isTyping":true')).length;
  await page.goto('/messaging-inbox?list=new&keyword=asked');
  await rowOf(page, ana.name).click();
  await expect(threadOf(page, ana.name).getByText('anybody?')).toBeVisible();
  await page.keyboard.press('a');
  await page.getByPlaceholder(/Search/).pressSequentially('amara');
  await expect(page.getByRole('option', { name: demo.colleague.name })).toBeVisible();
  // The window reports every few seconds which conversation it shows.
  const before = looks.length;
  await expect.poll(() => looks.length).toBeGreaterThan(before);
  expect(typing()).toBe(0);
  await page.keyboard.press('Escape');
  await threadOf(page, ana.name).getByRole('textbox').pressSequentially('Hi');
  await expect.poll(typing).toBeGreaterThan(0);
});

test('text typed for a search dialog that is still loading triggers no command', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Eager');
  await ana.write('who has this?');
  const page = await signedIn(demo.agent.email);
  const parts = new Set<string>();
  const waiting = new Map<string, () => void>();
  for (const part of ['assign-combobox', 'mark-picker', 'palette']) {
    const isWanted = new Promise<void>((resolve) => waiting.set(part, resolve));
    await page.route(new RegExp(`/${part}-[^/]*\\.js`), async (route) => {
      parts.add(part);
      await isWanted;
      await route.continue();
    });
  }
  await page.goto('/messaging-inbox?list=new&keyword=eager');
  await rowOf(page, ana.name).click();
  const thread = threadOf(page, ana.name);
  const reply = thread.getByRole('textbox');
  await expect(thread.getByText('who has this?')).toBeVisible();
  await expect(reply).toBeVisible();

  for (const [key, part, search] of [
    ['a', 'assign-combobox', 'Search people and teams'],
    ['l', 'mark-picker', 'Search labels'],
    ['Control+k', 'palette', 'Search, or do something'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => parts).toContain(part);
    await page.keyboard.type('be');
    // Escape cancels the search while its dialog is still loading.
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await expect(reply).toBeFocused();
    await reply.blur();
    await page.keyboard.press(key);
    await page.keyboard.type('be');
    waiting.get(part)?.();
    await expect(page.getByPlaceholder(search)).toBeFocused();
    // The field contains all letters typed while the dialog was loading.
    await expect(page.getByPlaceholder(search)).toHaveValue('be');
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder(search)).toBeHidden();
    // When it is opened again, the dialog appears at once.
    await page.keyboard.press(key);
    await page.keyboard.type('be');
    await expect(page.getByPlaceholder(search)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder(search)).toBeHidden();
    await expectFocusNotLost(page);
    if (part === 'assign-combobox')
      await expect(thread.getByRole('button', { name: 'Assign' })).toBeFocused();
  }
  await expect(page.getByText('Blocked', { exact: true })).toHaveCount(0);
  await expect(thread.getByRole('button', { name: 'Archive' })).toBeVisible();
});

test('single-key actions show a toast and can be undone', async ({ product, signedIn }) => {
  const ana = new Contact(product, 'Ana Mistaken');
  await ana.write('Hello');
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new&keyword=mistaken');
  await rowOf(page, ana.name).click();
  const thread = threadOf(page, ana.name);
  await expect(thread.getByRole('textbox')).toBeVisible();
  /** Presses Undo in a toast and waits for the server's response to the command. */
  const takeBack = async (words: string, command: string) => {
    const toast = page.getByRole('alert').filter({ hasText: words });
    await expect(toast).toBeVisible();
    const done = page.waitForResponse((response) => response.url().endsWith(command) && response.ok());
    await toast.getByRole('button', { name: 'Undo' }).click();
    await done;
    await expect(toast).toHaveCount(0);
  };

  await page.keyboard.press('b');
  await expectFocusNotLost(page);
  await takeBack(`${ana.name} is blocked.`, '/unblock');
  await expectFocusNotLost(page);
  await expect(page.getByText('Blocked', { exact: true })).toHaveCount(0);

  const mine = thread.getByRole('button', { name: 'Assigned to Me' });
  await page.keyboard.press('i');
  await expect(mine).toBeVisible();
  await page.keyboard.press('Shift+I');
  await takeBack(`The conversation with ${ana.name} is unassigned.`, '/assign');
  await expect(mine).toBeVisible();
});

test('after archiving by key, the focus moves to the next row', async ({ product, signedIn }) => {
  const contacts = ['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => new Contact(product, `${name} Inarow`));
  for (const contact of contacts) await contact.write('Hello');
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new&keyword=inarow');
  const rows = page.getByRole('option');
  await expect(rows).toHaveCount(4);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: /^Reply/ })).toBeVisible();
  const third = (await rows.nth(2).textContent()) ?? '';
  await page.keyboard.press('e');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(contacts.find(({ name }) => third.includes(name))!.name);
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press('j');
  await expect(rows.nth(2)).toBeFocused();
});
