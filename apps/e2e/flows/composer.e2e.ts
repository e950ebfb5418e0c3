import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { demo } from '../support/demo';
import { phoneOf } from '../support/phone';
import { synchronised } from '../support/templates';
import { expect, expectAccessible, test } from '../support/test';

const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

async function openNew(page: Page, name: string) {
  // Searches by name, because an older conversation may be too far down in the list to be rendered.
  await page.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(name)}`);
  await page.getByRole('option').filter({ hasText: name }).click();
  const thread = threadOf(page, name);
  await expect(thread.getByRole('article').first()).toBeVisible();
  return thread;
}

test('a declined message shows the reason, and Retry sends it once, even if two agents press it', async ({
  product,
  signedIn,
}) => {
  const play = await phoneOf(product);
  const from = { phone: '+34699000222', name: 'Dora Declined' };
  await play({ type: 'message', id: randomUUID(), from, text: 'hello' });
  const page = await signedIn(demo.agent.email);
  const thread = await openNew(page, from.name);
  await thread.getByRole('textbox').fill('did this arrive?');
  await thread.getByRole('button', { name: 'Send', exact: true }).click();
  const messages = thread.getByRole('article').filter({ hasText: 'did this arrive?' });
  await expect(messages.getByRole('img', { name: 'Sent', exact: true })).toBeVisible();

  const messageId = (await messages.getAttribute('data-entry'))!;
  await play({ type: 'status', messageId, status: 'declined', reason: 'unreachable' });
  await expect(messages).toContainText('The contact cannot be reached.');
  await expectAccessible(page);

  const address = page.url();
  await thread.getByRole('button', { name: 'Archive' }).click();
  await expect(thread).toHaveCount(0);
  await page.goto(address);
  await expect(messages).toContainText('The contact cannot be reached. This conversation is archived.');
  await expect(messages.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await messages.getByRole('button', { name: 'Reopen' }).click();

  const colleague = await signedIn(demo.colleague.email);
  await colleague.goto(address);
  const theirs = threadOf(colleague, from.name).getByRole('article').filter({ hasText: 'did this arrive?' });
  const windows = [page, colleague];
  let pressed = 0;
  let release = () => undefined as void;
  const bothPressed = new Promise<void>((resolve) => (release = resolve));
  for (const each of windows) {
    await each.route('**/messages/send', async (route) => {
      if (++pressed === windows.length) release();
      await bothPressed;
      await route.continue();
    });
  }
  for (const each of [messages, theirs]) await each.getByRole('button', { name: 'Retry' }).click();
  const told = windows.map((each) =>
    expect(each.getByText('A colleague has sent this message again already.')).toBeVisible(),
  );
  await Promise.any(told);
  for (const each of [messages, theirs]) {
    await expect(each).toHaveCount(2);
    await expect(each.first()).toContainText('Sent again.');
  }
  await expect(messages.last().getByRole('img', { name: 'Sent', exact: true })).toBeVisible();
});

test('a reply refused after the care window returns to the composer; a template can be sent instead', async ({
  product,
  signedIn,
}) => {
  const play = await phoneOf(product);
  const from = { phone: '+34699000444', name: 'Lara Late' };
  const page = await signedIn(demo.agent.email);
  const text = 'just in time';
  // The message's time leaves twenty seconds of the care window.
  const time = new Date(Date.now() - 24 * 3_600_000 + 20_000).toISOString();
  await play({ type: 'message', id: randomUUID(), from, text, time });
  const thread = await openNew(page, from.name);
  await expect(thread.getByRole('timer')).toContainText('under 1m');
  await page.route('**/messages/send', (route) =>
    route.fulfill({
      status: 409,
      json: { type: 'about:blank', title: '', status: 409, code: 'window_closed' },
    }),
  );
  const reply = thread.getByRole('textbox');
  await reply.fill('Too late?');
  await reply.press('Control+Enter');
  await expect(reply).toHaveValue('Too late?');
  await expect(thread.getByText('Not sent')).toHaveCount(0);

  await synchronised(product);
  await thread.getByRole('button', { name: 'Send template' }).click();
  await page.getByRole('button', { name: /^order_update/ }).click();
  const dialog = page.getByRole('dialog', { name: 'order_update' });
  await dialog.getByLabel('Variable 1').fill('4711');
  await expect(thread.getByText(/The 24 h window closed at/)).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByLabel('Variable 1')).toHaveValue('4711');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const draft = thread.getByRole('group', { name: 'Your draft is kept' });
  await expect(draft).toContainText('Too late?');
  await expectAccessible(page);

  await page.unroute('**/messages/send');
  await thread.getByRole('button', { name: 'Send template' }).click();
  await page.getByRole('textbox', { name: 'Search templates' }).fill('order');
  await page.getByRole('button', { name: /^order_update/ }).click();
  await dialog.getByLabel('Variable 1').fill('4711');
  await expect(dialog.getByRole('figure')).toContainText('Your order 4711 is ready.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  const template = thread.getByRole('article').filter({ hasText: 'Your order 4711 is ready.' });
  await expect(template.getByRole('img', { name: 'Sent', exact: true })).toBeVisible();
  const buttons = template.getByRole('list', { name: 'Buttons of the template' });
  await expect(buttons.getByRole('listitem')).toHaveText(['I am coming', 'Later']);
});
