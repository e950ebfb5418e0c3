import type { Page } from '@playwright/test';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

// This flow connects channels to fakes of the providers, as described in docs/how-to/try-every-channel.md.

async function begin(admin: Page, kind: RegExp, name: string) {
  await admin.goto('/settings/channels');
  await admin.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = admin.getByRole('dialog').filter({ hasText: 'Connect a channel' });
  await dialog.getByRole('radio', { name: kind }).click();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Next' }).click();
  return dialog;
}

async function disconnectShown(admin: Page, api: Api): Promise<void> {
  await admin.waitForURL(/\/settings\/channels\/[0-9a-f-]{36}$/);
  const id = new URL(admin.url()).pathname.split('/').at(-1)!;
  expect((await api.request('POST', `/api/v3/channels/${id}/disconnect`)).status).toBe(200);
}

test('an administrator signs up for WhatsApp on Facebook’s page, after cancelling it once', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(90_000);
  const api = await Api.signIn(product, demo.admin.email);
  const admin = await signedIn(demo.admin.email);
  const dialog = await begin(admin, /^WhatsApp WhatsApp$/, `Signed up ${Date.now().toString(36)}`);
  const open = async () => {
    const [page] = await Promise.all([
      admin.waitForEvent('popup'),
      dialog.getByRole('button', { name: 'Continue with Facebook' }).click(),
    ]);
    return page;
  };
  const abandoned = await open();
  await expect(dialog.getByText('Waiting for Facebook. Closed the window?')).toBeVisible();
  await abandoned.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Waiting for Facebook. Closed the window?')).toHaveCount(0);
  const page = await open();
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  const connected = admin.getByRole('dialog').filter({ hasText: 'is connected' });
  await expect(connected.getByText('Send us a message: it appears here and in the inbox.')).toBeVisible();
  await connected.getByRole('button', { name: 'Done' }).click();
  await expect(admin.getByText('•••• oken').first()).toBeVisible();
  await disconnectShown(admin, api);
});

test('an administrator connects Telegram and sees the first message arrive', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(90_000);
  const api = await Api.signIn(product, demo.admin.email);
  const admin = await signedIn(demo.admin.email);
  const dialog = await begin(admin, /Telegram/, `Bot ${Date.now().toString(36)}`);
  await expect(dialog.getByText('Parley tells the provider by itself where to post.')).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Next' }).click();
  const token = dialog.getByRole('textbox', { name: 'Bot token' });
  await token.fill('110201543:parley-demo-telegram-token-00000000');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText(/Telegram lets Parley act for the account/)).toBeVisible();
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Connect' }).click();
  const connected = admin.getByRole('dialog').filter({ hasText: 'is connected' });
  await expect(connected.getByText('Send us a message: it appears here and in the inbox.')).toBeVisible();
  const said = await fetch(`${product.url}/demo/telegram/say`, { method: 'POST', body: 'Anybody there?' });
  expect(said.status).toBe(200);
  await expect(connected.getByText('Your message has arrived.')).toBeVisible();
  await connected.getByRole('button', { name: 'Done' }).click();
  await expect(admin.getByRole('heading', { name: 'Health' })).toBeVisible();
  await disconnectShown(admin, api);
});
