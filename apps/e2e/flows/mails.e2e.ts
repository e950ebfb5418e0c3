import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { Mailbox } from '../support/mailbox';
import { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

let mailbox: Mailbox;
let product: Product;

test.beforeAll(async () => {
  mailbox = await Mailbox.open();
  product = await Product.start(mailbox.settings);
});
test.afterAll(async () => {
  await product.stop();
  await mailbox.close();
});

async function signIn(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(demo.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/messaging-inbox**');
  return page;
}

test('an invitation whose mail failed shows the reason and can be sent again, and its link opens', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const admin = await signIn(browser, demo.admin.email);
  mailbox.isRefusing = true;
  await admin.goto('/settings/users/add');
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora Vos');
  await admin.getByRole('textbox', { name: 'E-mail address' }).fill('nora@harbour.example');
  await admin.getByRole('button', { name: 'Send invitation' }).click();
  await expect(admin.getByText('The invitation mail to nora@harbour.example failed')).toBeVisible();
  await expect(admin.getByText(/The mail server does not take this address/)).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole('link', { name: 'Users' }).first().click();
  await expect(admin.getByRole('link', { name: /Nora Vos/ })).toContainText('Invitation mail failed');

  mailbox.isRefusing = false;
  await admin.getByRole('link', { name: /Nora Vos/ }).click();
  await admin.getByRole('button', { name: 'Retry' }).click();
  await expect(admin.getByText('Invited by mail to nora@harbour.example')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Copy invitation link' })).toHaveCount(0);

  const link = /http\S+accept-invitation\?token=[\w.-]+/.exec(await mailbox.mailTo('nora@harbour.example'));
  const nora = await (await browser.newContext({ locale: 'nl' })).newPage();
  await nora.goto(link?.[0] ?? '');
  await nora.locator('input[name=password]').fill('four quiet bicycles');
  await nora.locator('input[name=again]').fill('four quiet bicycles');
  await nora.locator('button[type=submit]').click();
  await nora.waitForURL('**/messaging-inbox**');
  await expect(admin.getByText('Active', { exact: true })).toBeVisible();
});

test('a team with e-mail notifications gets a mail about a conversation that is assigned to it', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Mail');
  await ana.write('The brake squeaks');
  const manager = await signIn(browser, demo.manager.email);
  await manager.goto('/settings/teams/add');
  await manager.getByRole('textbox', { name: 'Name' }).fill('Repairs');
  await manager.getByRole('switch', { name: 'Mails to the team' }).check({ force: true });
  await manager.getByRole('button', { name: 'Create team' }).click();
  await expect(manager.getByText('Notifications need an e-mail address.')).toBeVisible();
  await manager.getByRole('textbox', { name: 'E-mail address' }).fill('repairs@harbour.example');
  await expectAccessible(manager);
  await manager.getByRole('button', { name: 'Create team' }).click();
  await manager.getByRole('link', { name: /Repairs/ }).click();
  await expect(manager.getByRole('switch', { name: 'Mails to the team' })).toBeChecked();
  await expect(manager.getByRole('list', { name: 'Channels' })).toContainText('Test channel');

  const agent = await signIn(browser, demo.colleague.email);
  await agent.getByRole('link', { name: /^New/ }).click();
  await agent.getByRole('option').filter({ hasText: ana.name }).click();
  await agent.getByRole('button', { name: /^Assign/ }).click();
  await agent.getByRole('option', { name: 'Repairs' }).click();

  const mail = await mailbox.mailTo('repairs@harbour.example');
  expect(mail).toContain(`${demo.colleague.name} assigned a conversation to Repairs.`);
  expect(mail).not.toContain(ana.name);
  await manager.goto(/http\S+messaging-inbox\/[\w-]+/.exec(mail)?.[0] ?? '');
  await expect(manager.getByRole('region', { name: `Conversation with ${ana.name}` })).toBeVisible();
});

test('an organisation without a free seat cannot invite users, and requests more seats', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const set = (limit: number) =>
    promisify(execFile)(
      resolve(__dirname, '../../../scripts/customer-settings'),
      ['harbour.example', `limitUsers=${limit}`, 'customUserPriceMonthly=1250'],
      { env: product.env },
    );
  const admin = await signIn(browser, demo.admin.email);
  await admin.goto('/settings/users');
  await expect(admin.getByRole('link', { name: /Sanne/ })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Request more users' })).toHaveCount(0);
  const api = await Api.signIn(product, demo.admin.email);
  const { taken } = await api.get<{ taken: number }>('/api/v3/users/limit');
  await set(taken);

  await expect(admin.getByText(`${taken} of ${taken} users`)).toBeVisible();
  await expect(admin.getByText(/€12\.50 per user per month/)).toBeVisible();
  await admin.getByRole('link', { name: 'Add user' }).click();
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Olaf One-Too-Many');
  await admin.getByRole('textbox', { name: 'E-mail address' }).fill('olaf@harbour.example');
  await admin.getByRole('button', { name: 'Send invitation' }).click();
  await expect(admin.getByText(/There are no free seats left/)).toBeVisible();
  await expect(admin.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Olaf One-Too-Many');

  await admin.getByRole('link', { name: 'Users' }).first().click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await admin.getByRole('button', { name: 'Request more users' }).click();
  await admin.getByRole('textbox', { name: 'How many users in all' }).fill(String(taken + 5));
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Send request' }).click();
  await expect(admin.getByText(/You will hear from us within 1 working day/)).toBeVisible();
  const asked = await mailbox.mailTo('sales@parley.example');
  expect(asked).toContain(`Harbour Bikes asks for ${taken + 5} users`);
});
