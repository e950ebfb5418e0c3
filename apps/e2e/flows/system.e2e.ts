import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

const script = (name: string) => resolve(__dirname, `../../../scripts/${name}`);
const run = promisify(execFile);

test('an administrator sees the limits, stores the AI key, and widens the team list of a signed-in agent', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  await run(script('customer-settings'), ['harbour.example', 'limitUsers=10'], { env: product.env });
  const admin = await signedIn(demo.admin.email);
  await admin.goto('/settings/system');
  await expect(admin.getByText(/^\d+ of 10$/)).toBeVisible();
  await expectAccessible(admin);

  const key = 'sk-e2e-0123456789-wxyz';
  await admin.getByRole('textbox', { name: 'AI provider key' }).fill('short');
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText(/does not look like a key/)).toBeVisible();
  await admin.getByRole('textbox', { name: 'AI provider key' }).fill(key);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Ends in wxyz')).toBeVisible();
  await admin.reload();
  await expect(admin.getByText('Ends in wxyz')).toBeVisible();
  const settings = await (await Api.signIn(product, demo.admin.email)).get('/api/v3/customer-settings');
  expect(JSON.stringify(settings)).not.toContain('0123456789');
  await admin.getByRole('button', { name: 'Remove' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(admin.getByText('Ends in wxyz')).toBeHidden();

  const agent = await Api.signIn(product, demo.agent.email);
  const expanded = async () =>
    (await agent.get<{ customer: { expandedTeamFilter: boolean } }>('/api/gateway/v1/auth/permissions'))
      .customer.expandedTeamFilter;
  expect(await expanded()).toBe(false);
  await admin.getByRole('switch', { name: 'Expanded team filter' }).click({ force: true });
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect.poll(expanded).toBe(true);
  await admin.getByRole('switch', { name: 'Expanded team filter' }).click({ force: true });
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect.poll(expanded).toBe(false);
  await run(script('customer-settings'), ['harbour.example', 'limitUsers=-1'], { env: product.env });
});

test('a notice from the operator appears on all screens at once, until each user has dismissed it', async ({
  product,
  signedIn,
}) => {
  const set = (...settings: string[]) =>
    run(script('customer-settings'), ['harbour.example', ...settings], { env: product.env });
  const agent = await signedIn(demo.agent.email);
  const notice = agent.getByRole('complementary', { name: 'Notice' });
  await expect(notice).toHaveCount(0);
  await set('noticeEnabled=on', 'noticeText=We close at noon on Friday.');
  try {
    await expect(notice).toContainText('We close at noon on Friday.');
    await expectAccessible(agent);
    await notice.getByRole('button').click();
    await expect(notice).toHaveCount(0);
    await agent.reload();
    await expect(agent.getByRole('main')).toBeVisible();
    await expect(notice).toHaveCount(0);
    await set('noticeText=We close at one.');
    await expect(notice).toContainText('We close at one.');
  } finally {
    await set('noticeEnabled=off', 'noticeText=');
  }
  await expect(notice).toHaveCount(0);
});

test('a change made on another page is in the audit log, with the values before and after, and in its export', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const name = `Audited ${Date.now().toString(36)}`;
  const api = await Api.signIn(product, demo.admin.email);
  const created = await api.request('POST', '/api/v3/teams', { name, colour: '#0f7b6c' });
  const { id } = (await created.json()) as { id: string };
  await api.request('PATCH', `/api/v3/teams/${id}`, { name: `${name} renamed` });
  const admin = await signedIn(demo.admin.email);
  await admin.goto(`/settings/audit?target=${id}`);
  await admin.getByRole('button', { name: /Team changed/ }).click();
  const change = admin.locator('dl > div').filter({ hasText: 'Name' });
  await expect(change).toContainText(name);
  await expect(change).toContainText(`${name} renamed`);
  await expectAccessible(admin);
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export as CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain(`TeamDetailsChanged,team,${name} renamed,${id},name,${name},${name} renamed`);
  await api.request('DELETE', `/api/v3/teams/${id}`);

  // Sign-ins are listed on a separate tab from changes.
  await admin.getByRole('button', { name: 'Show all again' }).click();
  const entries = admin.getByRole('list', { name: 'Audit' });
  await expect(entries.getByRole('button', { name: /Team deleted/ }).first()).toBeVisible();
  await expect(entries.getByText('Signed in', { exact: true })).toHaveCount(0);
  await admin.getByText('Sign-ins', { exact: true }).click();
  await expect(entries.getByText('Signed in', { exact: true }).first()).toBeVisible();
  await expect(entries.getByRole('button', { name: /Team/ })).toHaveCount(0);

  const stranger = await Api.signIn(product, demo.stranger.email);
  const foreign = await stranger.request('GET', `/api/v3/audit?target=${id}`);
  expect(foreign.status === 403 || ((await foreign.json()) as { data: unknown[] }).data.length === 0).toBe(
    true,
  );
});

test('a whitelist starts with the administrator’s own address, blocks all others, and can be cleared by the operator', async ({
  browser,
}) => {
  // A longer time limit, because the flow starts its own server.
  test.setTimeout(180_000);
  const product = await Product.start({ TRUSTED_PROXIES: '1' });
  try {
    const from = async (address: string) => {
      const context = await browser.newContext({
        baseURL: product.url,
        locale: 'en-GB',
        extraHTTPHeaders: { 'x-forwarded-for': address },
      });
      const page = await context.newPage();
      await page.goto('/');
      await page.locator('input[name=email]').fill(demo.admin.email);
      await page.locator('input[name=password]').fill(demo.password);
      await page.locator('button[type=submit]').click();
      return page;
    };
    const admin = await from('192.0.2.7');
    await admin.waitForURL('**/messaging-inbox**');
    const stranger = await from('198.51.100.66');
    await stranger.waitForURL('**/messaging-inbox**');

    await admin.goto('/settings/ip-whitelisting/add');
    await admin.getByRole('textbox', { name: 'Name' }).fill('Office');
    await admin.getByRole('textbox', { name: 'IP address' }).fill('203.0.113.*');
    await admin.getByRole('button', { name: 'Add address' }).click();
    await admin.getByRole('button', { name: 'Switch on' }).click();
    await expect(admin.getByText('The first address has to include your own.')).toBeVisible();
    await admin.getByRole('textbox', { name: 'IP address' }).fill('192.0.2.*');
    await admin.getByRole('button', { name: 'Add address' }).click();
    await admin.getByRole('button', { name: 'Switch on' }).click();
    await expect(admin.getByText('On: only the addresses below may come in')).toBeVisible();
    await expectAccessible(admin);

    await stranger.waitForURL('**/ip-not-allowed?address=198.51.100.66', { timeout: 30_000 });
    await expect(stranger.getByText(/You come from 198\.51\.100\.66/)).toBeVisible();
    const again = await from('198.51.100.66');
    await again.waitForURL('**/ip-not-allowed?address=198.51.100.66');

    await run(script('ip-whitelist'), ['clear', 'harbour.example'], { env: product.env });
    await expect(admin.getByText('Off: every address may come in')).toBeVisible();
    await stranger.getByRole('link', { name: 'Retry' }).click();
    await stranger.waitForURL('**/messaging-inbox**');
  } finally {
    await product.stop();
  }
});
