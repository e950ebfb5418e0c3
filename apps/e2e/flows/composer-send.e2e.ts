import type { Locator, Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { inDatabase } from '../support/database';
import { demo } from '../support/demo';
import { expectFocusNotLost } from '../support/focus';
import { giveFiles } from '../support/give-files';
import type { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

async function open(page: Page, name: string, list = 'new') {
  await page.goto(`/messaging-inbox?list=${list}`);
  await page.getByRole('option').filter({ hasText: name }).click();
  const thread = page.getByRole('region', { name: `Conversation with ${name}` });
  await expect(thread.getByRole('article').first()).toBeVisible();
  return thread;
}

const said = (thread: Locator, text: string) => thread.getByRole('article').filter({ hasText: text });

/** Texts of all messages that the provider was asked to send since its start. */
async function textsAtProvider(product: Product): Promise<(string | undefined)[]> {
  const answer = await fetch(`${product.url}/demo/graph/double/sends`, {
    headers: { authorization: `Bearer ${demo.accessToken}` },
  });
  const { sends } = (await answer.json()) as { sends: { body: { text?: { body: string } } }[] };
  return sends.map(({ body }) => body.text?.body);
}

/** Switches undo on for a user while `show` runs, and off afterwards. */
async function withUndo(product: Product, email: string, show: () => Promise<void>) {
  const api = await Api.signIn(product, email);
  const { user } = await api.get<{ user: { id: string } }>('/api/gateway/v1/auth/permissions');
  const choose = async (value: string) => {
    const body = { settings: [{ name: 'undoSend', value }] };
    expect((await api.request('PATCH', `/api/v3/users/${user.id}`, body)).status).toBe(200);
  };
  await choose('1');
  try {
    await show();
  } finally {
    await choose('0');
  }
}

/**
 * Moves the send time an hour ahead, because on a slow machine the five seconds could end before the screen shows
 * them.
 */
async function stopTheClock(product: Product) {
  const hold = `update transcript.due set at = now() + interval '1 hour' where command = 'release-send'`;
  await expect
    .poll(() => inDatabase(product, async (database) => (await database.query(hold)).rowCount))
    .toBe(1);
}

test('a sent message can be undone for five seconds, and is sent automatically after them', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Undo');
  await ana.write('is it ready?');
  await withUndo(product, demo.agent.email, async () => {
    const page = await signedIn(demo.agent.email);
    const thread = await open(page, ana.name);
    const field = thread.getByRole('textbox');
    await field.fill('it is reddy');
    await thread.getByRole('button', { name: 'Send', exact: true }).click();
    const message = said(thread, 'it is reddy');
    await expect(message.getByText(/Goes out in [1-5] second/)).toBeVisible();
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(field).toHaveValue('it is reddy');
    await expect(message).toHaveCount(0);

    await field.fill('it is ready');
    await field.press('Enter');
    await expect(said(thread, 'it is ready').getByRole('button', { name: 'Undo' })).toBeVisible();
    await expectAccessible(page);
    // Closing the browser does not undo the message.
    await page.context().close();
    await expect.poll(() => textsAtProvider(product), { timeout: 15_000 }).toContain('it is ready');
    expect(await textsAtProvider(product)).not.toContain('it is reddy');
  });
});

test('undoing "send and archive" reopens the conversation with the text; without undo, the message is sent', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Undone');
  await ana.write('thanks!');
  await withUndo(product, demo.agent.email, async () => {
    const page = await signedIn(demo.agent.email);
    const thread = await open(page, ana.name);
    await thread.getByRole('textbox').fill('you are welcome');
    await page.keyboard.press('Control+Shift+Enter');
    const toast = page.getByRole('alert').filter({ hasText: 'Sent to Ana Undone and archived.' });
    // The toast stays while the pointer is over it.
    await Promise.all([stopTheClock(product), toast.hover()]);
    await expect(thread).toBeHidden();
    await expectFocusNotLost(page);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(thread.getByRole('textbox')).toHaveValue('you are welcome');
    await expectFocusNotLost(page);
    expect(await textsAtProvider(product)).not.toContain('you are welcome');

    await thread.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'Send and archive' }).click();
    await expect(thread).toBeHidden();
    await expectFocusNotLost(page);
    await expect(page.getByRole('option').filter({ hasText: ana.name })).toHaveCount(0);
    const archived = await open(page, ana.name, 'archived');
    const message = said(archived, 'you are welcome');
    await expect(message.getByRole('img', { name: 'Read', exact: true })).toBeVisible();
  });
});

test('Retry asks for confirmation if the message may have arrived', async ({ product, signedIn }) => {
  const ana = new Contact(product, 'Ana Unsure');
  await ana.write('hello?');
  const page = await signedIn(demo.agent.email);
  const thread = await open(page, ana.name);
  await thread.getByRole('textbox').fill('here I am');
  await thread.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(said(thread, 'here I am').getByRole('img', { name: 'Read', exact: true })).toBeVisible();
  // The demo's provider never loses a response, so the flow changes the status in the page's response.
  await page.route('**/entries?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { message: string; status: string }[] };
    for (const entry of body.data) if (entry.message === 'here I am') entry.status = 'unknown';
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  const message = said(thread, 'here I am');
  await expect(message).toContainText('We do not know whether this message arrived.');
  await message.getByRole('button', { name: 'Retry' }).click();
  await expect(message.getByRole('alert')).toContainText('Ana Unsure may then get it twice');
  await expectAccessible(page);
  await message.getByRole('button', { name: 'Cancel' }).click();
  await message.getByRole('button', { name: 'Retry' }).click();
  const sending = page.waitForRequest('**/messages/send');
  await message.getByRole('button', { name: 'Send again' }).click();
  const { content } = (await sending).postDataJSON() as { content: { retryOf?: string } };
  expect(content).toEqual({ retryOf: await message.first().getAttribute('data-entry') });
});

test('several files are pasted and dropped at once, and one of them is cancelled', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Papers');
  await ana.write('send me everything');
  const page = await signedIn(demo.agent.email);
  const thread = await open(page, ana.name);
  const field = thread.getByRole('textbox');
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets', async (route) => {
    if (route.request().postDataBuffer()?.includes('never.pdf')) await released;
    await route.continue().catch(() => undefined);
  });
  await giveFiles(field, 'paste', [{ name: 'photo.png', type: 'image/png', bytes: 2_000 }]);
  await giveFiles(field, 'drop', [
    { name: 'invoice.pdf', type: 'application/pdf', bytes: 3_000 },
    { name: 'never.pdf', type: 'application/pdf', bytes: 4_000 },
    { name: 'huge.png', type: 'image/png', bytes: 6_000_000 },
    { name: 'empty.pdf', type: 'application/pdf', bytes: 0 },
  ]);
  const files = thread.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await expect(files).toHaveCount(5);
  await expect(files.filter({ hasText: 'empty.pdf' }).getByText('The file is empty.')).toBeVisible();
  await thread.getByRole('button', { name: 'Remove empty.pdf' }).click();
  const huge = files.filter({ hasText: 'huge.png' });
  await expect(huge).toContainText('at most 5 MB');
  // The file's chip shows the reason without cutting it off.
  const isCut = huge.evaluate((box) => {
    const { scrollHeight, clientHeight } = box as unknown as Record<'scrollHeight' | 'clientHeight', number>;
    return scrollHeight > clientHeight;
  });
  expect(await isCut).toBe(false);
  await expect(files.filter({ hasText: 'photo.png' })).toContainText('kB');
  await expect(files.filter({ hasText: 'never.pdf' })).toContainText('Uploading');
  const send = thread.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeDisabled();
  await expectAccessible(page);
  await thread.getByRole('button', { name: 'Cancel the upload of never.pdf' }).click();
  await thread.getByRole('button', { name: 'Remove huge.png' }).click();
  release();
  await expect(files).toHaveCount(2);
  await field.fill('two of them');
  await send.click();
  // The text and each file are separate entries.
  const ours = thread
    .getByRole('article')
    .filter({ has: page.getByRole('img', { name: 'Read', exact: true }) });
  await expect(said(thread, 'two of them')).toBeVisible();
  await expect(thread.getByRole('article').filter({ hasText: 'invoice.pdf' })).toBeVisible();
  await expect(thread.locator('article img').first()).toBeVisible();
  await expect(ours).not.toHaveCount(0);
});
