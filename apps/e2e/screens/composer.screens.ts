import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { TestChannelEvent } from '../../../libs/foundation/contracts/src/api/test-channel';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { giveFiles } from '../support/give-files';
import { expect, test } from '../support/test';

const screen = (name: string) => resolve(__dirname, '../../../docs/screens', `${name}.png`);
const from = { phone: '+34699000555', name: 'Noor Jansen' };
const threadOf = (page: Page) => page.getByRole('region', { name: `Conversation with ${from.name}` });

const looks = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
] as const;

async function saved(page: Page, act: () => Promise<void>) {
  const saving = page.waitForResponse(
    (response) =>
      response.request().method() === 'PUT' && response.url().endsWith('/drafts') && response.ok(),
  );
  await act();
  await saving;
}

test('takes the screenshots of composer: a draft, undo, and a message that failed', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const api = await Api.signIn(product, demo.agent.email);
  const play = (event: TestChannelEvent) =>
    api.request('POST', `/ingress/test/${demo.testChannelId}`, { events: [event] });
  const { user } = await api.get<{ user: { id: string } }>('/api/gateway/v1/auth/permissions');
  const undo = (value: string) =>
    api.request('PATCH', `/api/v3/users/${user.id}`, { settings: [{ name: 'undoSend', value }] });

  const marta = new Contact(product, 'Marta Kowalska');
  await marta.write('Is the trailer included in the price?');
  await play({
    type: 'message',
    id: randomUUID(),
    from,
    text: 'Hi! Is the child seat on my bike by Sunday?',
  });
  const first = await signedIn(demo.agent.email);
  await first.goto('/messaging-inbox?list=new');
  await first.getByRole('option').filter({ hasText: marta.name }).click();
  await saved(first, () => first.getByRole('textbox', { name: /Reply to/ }).fill('It is, for two days. For'));
  await first.getByRole('option').filter({ hasText: from.name }).click();
  const field = threadOf(first).getByRole('textbox');
  await field.fill('It is mounted when you pick it up.');
  await field.press('Enter');
  const message = threadOf(first).getByRole('article').filter({ hasText: 'It is mounted' });
  await expect(message.getByRole('img', { name: 'Sent', exact: true })).toBeVisible();
  const messageId = (await message.getAttribute('data-entry'))!;
  await play({ type: 'status', messageId, status: 'declined', reason: 'unreachable' });
  await expect(message.getByRole('button', { name: 'Retry' })).toBeVisible();
  const path = new URL(first.url()).pathname;

  for (const [look, options] of looks) {
    const page = await signedIn(demo.agent.email, { ...options, reducedMotion: 'reduce' });
    const open = async () => {
      await page.goto(`${path}?list=new`);
      await expect(threadOf(page).getByRole('article').last()).toBeVisible();
      return threadOf(page).getByRole('textbox');
    };
    await undo('1');
    const toUndo = await open();
    await toUndo.fill('Shall we call you?');
    await toUndo.press('Enter');
    const held = threadOf(page).getByRole('button', { name: 'Undo' });
    await expect(held).toBeVisible();
    await page.screenshot({ path: screen(`composer-undo-${look}`) });
    await held.click();
    await undo('0');

    const writing = await open();
    await page.route('**/assets', async (route) => {
      if (!route.request().postDataBuffer()?.includes('route-map')) await route.continue();
    });
    await giveFiles(writing, 'paste', [
      { name: 'child-seat.png', type: 'image/png', bytes: 64_000 },
      { name: 'invoice-1042.pdf', type: 'application/pdf', bytes: 184_000 },
      { name: 'route-map.pdf', type: 'application/pdf', bytes: 900_000 },
    ]);
    const files = threadOf(page).getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    await expect(files).toHaveCount(3);
    await expect(files.filter({ hasText: 'invoice' })).toContainText('184 kB');
    const text = 'Everything about your booking, with the route that we recommend. '.repeat(62);
    await saved(page, () => writing.fill(`${text}\nYour address is {{contact.email}}?`));
    await page.screenshot({ path: screen(`composer-files-${look}`) });
    await saved(page, () => writing.fill(''));
    if (look === 'narrow') {
      await saved(page, () => writing.fill('It is mounted, and'));
      await page.goto('/messaging-inbox?list=new');
      await expect(page.getByRole('option').filter({ hasText: 'Draft:' })).toHaveCount(2);
      await page.screenshot({ path: screen('composer-drafts-narrow') });
    }
  }
});
