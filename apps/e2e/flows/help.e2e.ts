import { demo } from '../support/demo';
import { Mailbox } from '../support/mailbox';
import { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

test('an agent reads help beside a screen while working on, and finds a help page by a word in its text', async ({
  signedIn,
}) => {
  const page = await signedIn(demo.agent.email);
  const help = page.getByRole('complementary', { name: 'Help' });
  await page
    .getByRole('option')
    .or(page.getByRole('row'))
    .first()
    .or(page.getByRole('main'))
    .first()
    .waitFor();
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(help.getByRole('heading', { name: 'Inbox' })).toBeVisible();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Next conversation')).toBeVisible();
  await expect(keys.getByText('Writing assistant')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(help).toBeVisible();
  await page.goto('/settings/account');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(help.getByRole('heading', { name: 'My account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await page.goto('/support');
  await expect(page.getByText(/^Parley \d+\.\d+\.\d+$/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search help' }).fill('mention colleague');
  await expect(page.getByRole('status').filter({ hasText: '1 page' })).toBeVisible();
  await page.getByRole('button', { name: 'Inbox', exact: true }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'Inbox' })).toBeVisible();
  await page.getByText('Show all keys').click();
  await expect(page.getByText('Next conversation')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
});

test.describe('with a mail server', () => {
  test('an agent asks for support, and the operator receives the whole request in one mail', async ({
    browser,
  }) => {
    const mailbox = await Mailbox.open();
    const product = await Product.start({ ...mailbox.settings, SUPPORT_MAIL: 'help@parley.example' });
    const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto('/');
    await page.locator('input[name=email]').fill(demo.agent.email);
    await page.locator('input[name=password]').fill(demo.password);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/messaging-inbox**');

    await page.goto('/support');
    await page.getByText('Technical details').click();
    await expect(page.getByText(/browser: Mozilla/)).toBeVisible();
    const words = page.getByRole('textbox', { name: 'What happened?' });
    await words.fill('The list stands still.');

    mailbox.isRefusing = true;
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(/^Not sent: the mail server did not take it/)).toBeVisible();
    await page.reload();
    await expect(words).toHaveValue('The list stands still.');

    mailbox.isRefusing = false;
    await words.press('Control+Enter');
    await expect(page.getByText(/^Sent as \d+\./)).toBeVisible();
    await expect(words).toHaveValue('');
    const mail = await mailbox.mailTo('help@parley.example');
    expect(mail).toContain('The list stands still.');
    expect(mail).toContain(demo.agent.email);
    await expectAccessible(page);
    await context.close();
    await product.stop();
    await mailbox.close();
  });
});
