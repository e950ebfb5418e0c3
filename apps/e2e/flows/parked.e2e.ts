import { Api } from '../support/api';
import { demo } from '../support/demo';
import { parkWebhook } from '../support/parked';
import { expect, expectAccessible, test } from '../support/test';

test('an administrator sees why messages became dead letters, retries one, which then arrives, and drops the other', async ({
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

  const error = `Error: ${'long'.repeat(60)}`;
  await parkWebhook(product, { from: 'Ana Dropped', text: 'Never mind', error });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/settings/developers/parked');
  await row.getByRole('button', { name: 'Details' }).click();
  await expect(row).toContainText('channels.inbound.v1');
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
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
