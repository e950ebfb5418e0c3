import { Api } from '../support/api';
import { demo } from '../support/demo';
import { parkWebhook } from '../support/parked';
import { expect, expectAccessible, test } from '../support/test';

const path = '/settings/developers/parked';

test('an administrator sees why a message was parked, retries it, and it is there', async ({
  product,
  signedIn,
}) => {
  const reason = 'Error: the channel was not set up yet';
  await parkWebhook(product, { from: 'Ana Parked', text: 'Am I heard?', error: reason });
  const page = await signedIn(demo.admin.email);
  await page.getByRole('link', { name: '1 failed message' }).click();
  const row = page.getByRole('listitem', { name: 'Webhook received' });
  await expect(row).toContainText(reason);
  await expect(row.locator('time')).toContainText('now');

  await row.getByRole('button', { name: 'Details' }).click();
  await expect(row).toContainText('channels.inbound.v1');
  const body = row.getByLabel('Body of the message');
  await expect(body).toBeHidden();
  await row.getByText(/^Body, /).click();
  await expect(body).toContainText(demo.testChannelId);
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No failed messages')).toBeVisible();
  await expect(page.getByRole('link', { name: /failed message/ })).toBeHidden();
  await page.goto('/messaging-inbox?list=new');
  await expect(page.getByRole('option').filter({ hasText: 'Ana Parked' })).toBeVisible();
});

test('a message is dropped after a question, and never processed', async ({ product, signedIn }) => {
  await parkWebhook(product, { from: 'Ana Dropped', text: 'Never mind', error: 'Error: x' });
  const page = await signedIn(demo.admin.email);
  await page.goto(path);
  const row = page.getByRole('listitem', { name: 'Webhook received' });
  await row.getByRole('button', { name: 'Drop' }).click();
  const question = page.getByRole('dialog', { name: 'Drop this message?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Drop' }).click();
  await question.getByRole('button', { name: 'Drop' }).click();
  await expect(page.getByText('No failed messages')).toBeVisible();
  expect(await product.metric('parley_bus_parked_messages')).toBe(0);
  const api = await Api.signIn(product, demo.admin.email);
  expect((await api.chats('new')).map(({ contact }) => contact.name)).not.toContain('Ana Dropped');
});

test('agents and managers neither see the page nor get its messages', async ({ product, signedIn }) => {
  await parkWebhook(product, { from: 'Ana Hidden', text: 'secret', error: 'Error: x' });
  for (const { email } of [demo.agent, demo.manager]) {
    const page = await signedIn(email);
    await expect(page.getByRole('link', { name: /failed message/ })).toBeHidden();
    await page.goto(path);
    await expect(page).toHaveURL(/\/not-authorized$/);
    const api = await Api.signIn(product, email);
    expect((await api.request('GET', '/api/v3/parked')).status).toBe(403);
  }
  const own = await Api.signIn(product, demo.admin.email);
  const [parked] = (await own.get<{ data: { id: string }[] }>('/api/v3/parked')).data;
  const stranger = await Api.signIn(product, demo.stranger.email);
  expect((await stranger.request('POST', `/api/v3/parked/${parked!.id}/drop`)).ok).toBe(false);
  expect((await own.request('POST', `/api/v3/parked/${parked!.id}/drop`)).ok).toBe(true);
});

test.describe('on a telephone', () => {
  test('nothing of the page is wider than 360 pixels', async ({ product, signedIn }) => {
    await parkWebhook(product, { from: 'Ana Narrow', text: 'x', error: `Error: ${'long'.repeat(60)}` });
    const page = await signedIn(demo.admin.email, { viewport: { width: 360, height: 740 } });
    await page.goto(path);
    const row = page.getByRole('listitem', { name: 'Webhook received' });
    await row.getByRole('button', { name: 'Details' }).click();
    await expect(row).toContainText('channels.inbound.v1');
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    await row.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('No failed messages')).toBeVisible();
  });
});
