import type { Browser, BrowserContext, Page } from '@playwright/test';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

// Flows with the widget in a shop's page. The shop's origin differs from the product's, and its content security
// policy allows only the product's. They cover visitors, agents, and a network that fails.

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

/** The messages of a thread, without the region that announces new ones to screen readers. */
const messagesOf = (page: Page, name: string) => page.getByRole('region', { name: `Messages with ${name}` });

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** Opens the shop in a new browser. The flow fails if the page's content security policy blocks anything. */
async function visit(browser: Browser, product: Product, query = ''): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1200, height: 800 } });
  contexts.push(context);
  return open(context, product, query);
}

async function open(context: BrowserContext, product: Product, query = ''): Promise<Page> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy|violates/.test(message.text())) throw new Error(message.text());
  });
  await page.goto(`http://127.0.0.1:${product.port}/shop${query}`);
  await expect(page.getByRole('heading', { name: 'Harbour Bikes', level: 1 })).toBeVisible();
  return page;
}

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Harbour Bikes' });
const logOf = (page: Page) => panelOf(page).getByRole('log');

async function write(page: Page, text: string): Promise<void> {
  await panelOf(page).getByRole('textbox', { name: 'Message' }).fill(text);
  await panelOf(page).getByRole('textbox', { name: 'Message' }).press('Enter');
}

async function introduce(page: Page, name: string): Promise<void> {
  const card = panelOf(page).getByRole('form', { name: 'Who are we talking to?' });
  await card.getByRole('textbox', { name: 'Name' }).fill(name);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card).toHaveCount(0);
}

async function answer(page: Page, name: string, text: string): Promise<void> {
  await threadOf(page, name).getByRole('textbox').fill(text);
  await threadOf(page, name).getByRole('textbox').press('Control+Enter');
}

test('visitors and agents write to each other through a cut network, and no message is lost, duplicated or misdirected', async ({
  browser,
  product,
  signedIn,
}) => {
  const [ana, ben] = [await visit(browser, product), await visit(browser, product)];
  for (const page of [ana, ben]) await page.getByRole('button', { name: 'Open chat' }).click();
  await write(ana, 'Where is my order?');
  await introduce(ana, 'Ana Widget');
  await write(ben, 'Do you repair bikes?');
  await introduce(ben, 'Ben Widget');

  const [sanne, amara] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  for (const page of [sanne, amara]) await page.goto('/messaging-inbox?list=new');
  await rowOf(sanne, 'Ana Widget').click();
  await rowOf(amara, 'Ben Widget').click();
  await expect(messagesOf(sanne, 'Ana Widget').getByText('Where is my order?')).toBeVisible();

  // Each side sees that the other is typing.
  await threadOf(sanne, 'Ana Widget').getByRole('textbox').pressSequentially('On');
  await expect(panelOf(ana).getByText('Typing…')).toBeVisible();
  await panelOf(ana).getByRole('textbox', { name: 'Message' }).pressSequentially('Hello?');
  await expect(threadOf(sanne, 'Ana Widget').getByText('Ana Widget is typing…')).toBeVisible();

  await answer(sanne, 'Ana Widget', 'On its way');
  await answer(amara, 'Ben Widget', 'We do');
  await expect(logOf(ana).getByText('On its way')).toBeVisible();
  await expect(logOf(ana).getByText(demo.agent.name)).toBeVisible();
  await expect(logOf(ben).getByText('We do')).toBeVisible();
  await expect(logOf(ben).getByText('On its way')).toHaveCount(0);
  await expect(threadOf(sanne, 'Ana Widget').getByRole('img', { name: 'Read' })).toBeVisible();

  // Ana's network fails: messages that she and the agent write in the meantime arrive once it is back.
  await ana.context().setOffline(true);
  await expect(panelOf(ana).getByText('Reconnecting…')).toBeVisible({ timeout: 40_000 });
  await write(ana, 'Written offline');
  await expect(logOf(ana).getByRole('img', { name: 'Sending' })).toBeVisible();
  await answer(sanne, 'Ana Widget', 'While you were away');
  await expect(messagesOf(sanne, 'Ana Widget').getByText('While you were away')).toBeVisible();
  await ana.context().setOffline(false);
  await expect(logOf(ana).getByText('While you were away')).toBeVisible({ timeout: 40_000 });
  await expect(messagesOf(sanne, 'Ana Widget').getByText('Written offline')).toBeVisible({ timeout: 40_000 });
  await expect(logOf(ana).getByRole('img', { name: 'Sending' })).toHaveCount(0);
  for (const text of ['Where is my order?', 'On its way', 'Written offline', 'While you were away']) {
    await expect(logOf(ana).getByText(text)).toHaveCount(1);
    await expect(messagesOf(sanne, 'Ana Widget').getByText(text)).toHaveCount(1);
  }
});

test('a returning visitor sees the number of unread messages, and finds the thread in every tab', async ({
  browser,
  product,
  signedIn,
}) => {
  const first = await visit(browser, product);
  await first.getByRole('button', { name: 'Open chat' }).click();
  await write(first, 'Is the Quay in stock?');
  await introduce(first, 'Cleo Widget');
  const agent = await signedIn(demo.agent.email);
  await agent.goto('/messaging-inbox?list=new');
  await rowOf(agent, 'Cleo Widget').click();
  await first.goto('about:blank');
  await answer(agent, 'Cleo Widget', 'It is');
  await expect(threadOf(agent, 'Cleo Widget').getByRole('img', { name: 'Sent' })).toBeVisible();

  const [one, other] = [await open(first.context(), product), await open(first.context(), product)];
  for (const page of [one, other]) {
    await expect(page.getByRole('button', { name: 'Open chat, 1 unread' })).toBeVisible();
  }
  await one.bringToFront();
  await one.getByRole('button', { name: 'Open chat, 1 unread' }).click();
  await expect(logOf(one).getByText('It is')).toBeVisible();
  await expect(panelOf(one).getByRole('form')).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
  await write(one, 'Great');
  await other.getByRole('button', { name: 'Open chat' }).click();
  await expect(logOf(other).getByText('Great')).toHaveCount(1);
});

test('a signed-in customer of the shop is identified, and the next visitor in the same browser sees nothing of theirs', async ({
  browser,
  product,
  signedIn,
}) => {
  const page = await visit(browser, product, '?customer');
  await page.getByRole('button', { name: 'Open chat' }).click();
  await write(page, 'It is me, Carla');
  await expect(logOf(page).getByRole('img', { name: 'Sent' })).toBeVisible();
  await expect(panelOf(page).getByRole('form', { name: 'Who are we talking to?' })).toHaveCount(0);
  const agent = await signedIn(demo.agent.email);
  await agent.goto('/messaging-inbox?list=new');
  await expect(rowOf(agent, 'Carla Meyer')).toBeVisible();

  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Open chat' }).click();
  await expect(panelOf(page).getByText('Hi! How can we help?')).toBeVisible();
  await expect(logOf(page).getByText('It is me, Carla')).toHaveCount(0);
});

test('the chat works by keyboard, sends a file, and is accessible to assistive technology', async ({
  browser,
  product,
}) => {
  const page = await visit(browser, product);
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await launcher.focus();
  await page.keyboard.press('Enter');
  await expect(panelOf(page).getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type('With a picture');
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const chooser = page.waitForEvent('filechooser');
  await panelOf(page).getByRole('button', { name: 'Attach a file' }).click();
  await (await chooser).setFiles({ name: 'bike.png', mimeType: 'image/png', buffer: png });
  await panelOf(page).getByRole('button', { name: 'Emoji' }).press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const picture = logOf(page).getByRole('img', { name: 'bike.png' });
  await expect.poll(() => picture.evaluate((image: { naturalWidth?: number }) => image.naturalWidth)).toBe(1);
  await expect(logOf(page).getByText('With a picture😄')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panelOf(page)).toHaveCount(0);
  await expect(launcher).toBeFocused();
});

test('the chat fills the screen of a phone, and uses the page’s direction from right to left', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  contexts.push(context);
  const page = await open(context, product, '?language=ar');
  const launcher = page.getByRole('button', { name: 'Open chat' });
  expect((await launcher.boundingBox())!.x).toBeLessThan(100);
  await launcher.tap();
  await expect.poll(() => panelOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  await expectAccessible(page);
  await panelOf(page).getByRole('button', { name: 'Close chat' }).tap();
  await expect(panelOf(page)).toHaveCount(0);
});
