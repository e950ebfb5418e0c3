import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chat } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

const password = 'four quiet bicycles';

/** Name and address of a user of this run, since all flows share the demo organisation. */
function newcomer() {
  const word = Date.now().toString(36);
  return { name: `Nora ${word}`, email: `nora.${word}@harbour.example` };
}

/** The invitation link in the mail to an address. */
async function linkIn(product: Product, email: string): Promise<string> {
  const folder = join(product.dataDir, 'mail');
  for (const file of await readdir(folder)) {
    const mail = (await readFile(join(folder, file), 'utf8')).replace(/=\r\n/g, '').replace(/=3D/g, '=');
    if (mail.includes(email)) return /http\S+accept-invitation\?token=[\w.-]+/.exec(mail)?.[0] ?? '';
  }
  throw new Error(`No mail went to ${email}.`);
}

test('a user is invited by mail, accepts, works, is blocked at once, is unblocked and deleted', async ({
  product,
  browser,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const { name, email } = newcomer();
  const api = await Api.signIn(product, demo.admin.email);
  const admin = await signedIn(demo.admin.email);

  await admin.goto('/settings/users');
  await expectAccessible(admin);
  await admin.getByRole('link', { name: 'Add user' }).click();
  await admin.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await admin.getByRole('textbox', { name: 'E-mail address' }).fill(demo.agent.email.toUpperCase());
  await admin.getByRole('button', { name: 'Send invitation' }).click();
  await expect(admin.getByText('Somebody here has this address already.')).toBeVisible();
  await expect(admin.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await admin.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Send invitation' }).click();
  await expect(admin.getByText(`Invited by mail to ${email}`)).toBeVisible();
  await expect(admin.getByText(/No mail server is set up/)).toBeVisible();
  await expectAccessible(admin);
  const id = new URL(admin.url()).pathname.split('/').at(-1) ?? '';

  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
  const nora = await context.newPage();
  const link = await linkIn(product, email);
  await nora.goto(link);
  await expectAccessible(nora);
  await nora.getByLabel('Choose a password').fill(password);
  await nora.getByLabel('The password once more').fill(password);
  await nora.getByRole('button', { name: 'Accept the invitation' }).click();
  await nora.waitForURL('**/messaging-inbox**');
  await expect(admin.getByText('Active', { exact: true })).toBeVisible();
  await expect(admin.getByText(/^Last signed in/)).toBeVisible();

  // Changes of the user's rights take effect on their screen without a reload.
  const ana = new Contact(product, `Ana ${email}`);
  await ana.write('Hello');
  await nora.getByRole('link', { name: /^New/ }).click();
  const row = nora.getByRole('option').filter({ hasText: ana.name });
  await expect(row).toBeVisible();
  await admin.getByRole('switch', { name: 'Only conversations of their own teams' }).check({ force: true });
  await admin.getByRole('radio', { name: 'Manager' }).check();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Saved.')).toBeVisible();
  await expect(row).toBeHidden();
  // Access to the page comes from a different view than the list, so the flow waits for it separately.
  await expect.poll(() => api.get(`/api/v3/users/${id}`)).toMatchObject({ role: 'manager' });
  await nora.goto('/settings/users');
  await expect(nora.getByRole('link', { name: 'Add user' })).toBeVisible();

  const chat = (await api.chats('new')).find(({ contact }) => contact.name === ana.name) as Chat;
  const nobody = { userId: null, teamId: null };
  const assigned = await api.request('POST', `/api/v3/messaging-chats/${chat.id}/assign`, {
    userId: id,
    teamId: null,
    expected: nobody,
  });
  expect(assigned.status).toBe(200);

  await admin.getByRole('button', { name: 'Deactivate' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await nora.waitForURL('**/user-blocked');
  await expect(admin.getByText('Deactivated', { exact: true })).toBeVisible();
  await admin.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(admin.getByText('Active', { exact: true })).toBeVisible();
  await nora.goto('/auth/login?prompt=login');
  await nora.locator('input[name=email]').fill(email);
  await nora.locator('input[name=password]').fill(password);
  await nora.locator('button[type=submit]').click();
  await nora.waitForURL('**/messaging-inbox**');

  await admin.getByRole('button', { name: 'Delete user' }).click();
  const question = admin.getByRole('dialog', { name: `Delete ${name}?` });
  await expect(question).toContainText('They have 1 open conversation.');
  await question.getByRole('combobox', { name: 'Hand them to' }).fill('Amara');
  await admin.getByRole('option', { name: demo.colleague.name }).click();
  await expectAccessible(admin);
  await question.getByRole('button', { name: 'Delete user' }).click();
  await expect(admin).toHaveURL(/\/settings\/users$/);
  await expect(admin.getByText(email)).toBeHidden();
  await expect(nora).not.toHaveURL(/messaging-inbox/);
  await admin.goto(`/messaging-inbox/${chat.id}`);
  await expect(
    admin.getByRole('button', { name: `Assigned to ${demo.colleague.name}. Assign to` }),
  ).toBeVisible();
  await expect(admin.getByText(`${name} (former)`).first()).toBeVisible();
  await nora.goto(link);
  await expect(nora.getByText('This invitation no longer opens')).toBeVisible();
  await context.close();
});
