import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, expectAccessible, marketing, test } from '../support/test';

const phone =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const password = 'a new organisation’s password';

/** Creates an organisation for this test while the product runs. Browsers resolve `*.localhost` to this machine. */
async function createOrganisation(product: Product, word: string) {
  const domain = `${word}-${Date.now().toString(36)}.localhost`;
  const email = `ada@${domain.replace('.localhost', '.example')}`;
  const script = resolve(__dirname, '../../../scripts/create-organisation');
  const args = [`Organisation ${word}`, domain, email, 'Ada Admin'];
  const { stdout } = await promisify(execFile)(script, args, { env: product.env });
  const link = /https?:\S+/.exec(stdout)?.[0] ?? '';
  const id = /Its id is (\S+)\./.exec(stdout)?.[1] ?? '';
  return { domain, email, link, id, at: (host = domain) => `http://${host}:${new URL(product.url).port}` };
}

async function open(browser: Browser, url: string, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', userAgent });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function setPassword(page: Page): Promise<void> {
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=again]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/messaging-inbox**');
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(secret);
  await page.locator('button[type=submit]').click();
}

const orgIdOf = (product: Product, host: string) =>
  fetch(`${product.url}/api/gateway/v1/customers/domain/${host}/org-id`);

test('an organisation is created while the product runs, is found by its host, and its host admits only its own users', async ({
  product,
  browser,
}) => {
  test.setTimeout(120_000);
  const made = await createOrganisation(product, 'mill');
  const first = await open(browser, made.link);
  await setPassword(first);
  await expect(first.getByRole('link', { name: 'Connect a channel' })).toBeVisible();
  await expectAccessible(first);
  await first.getByRole('button', { name: 'Account of Ada Admin' }).click();
  await expect(first.getByText('Organisation mill')).toBeVisible();
  await first.goto(`${product.url}/settings/teams`);
  await expect(first.getByText('No teams yet')).toBeVisible();

  await expect.poll(async () => (await orgIdOf(product, made.domain.toUpperCase())).status).toBe(200);
  expect(await (await orgIdOf(product, made.domain)).json()).toEqual({ orgId: made.id });
  for (const unknown of ['unknown.example', 'localhost', `www.${made.domain}`])
    expect((await orgIdOf(product, unknown)).status).toBe(404);

  const own = await open(browser, made.at());
  await signIn(own, made.email, password);
  await own.waitForURL(`${made.at()}/messaging-inbox**`);
  await own.getByRole('button', { name: 'Account of Ada Admin' }).click();
  await own.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(own.locator('input[name=password]')).toBeVisible();

  const stranger = await open(browser, made.at());
  await signIn(stranger, demo.agent.email, demo.password);
  await expect(stranger).toHaveURL(`${made.at()}/failed-login`);
  await expect(stranger.getByRole('heading', { name: 'Signing in did not work' })).toBeVisible();
  await expectAccessible(stranger);
  await stranger.getByRole('link', { name: 'Use another account' }).click();
  await signIn(stranger, made.email, password);
  await stranger.waitForURL(`${made.at()}/messaging-inbox**`);
});

test('the mobile host asks for the domain once, and remembers it', async ({ product, browser }) => {
  test.setTimeout(120_000);
  const made = await createOrganisation(product, 'phone');
  await setPassword(await open(browser, made.link));
  const page = await open(browser, made.at('mobile.localhost'), phone);
  await expect(page).toHaveURL(/\/authorize-domain$/);
  const domain = page.getByRole('textbox', { name: 'Domain' });
  await domain.fill(`www.${made.domain}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('A domain is written without "www"')).toBeVisible();
  await domain.fill('unknown.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('No organisation is known under this domain.')).toBeVisible();
  await expectAccessible(page);
  await domain.fill(made.domain);
  await page.getByRole('button', { name: 'Continue' }).click();
  await signIn(page, made.email, password);
  await page.waitForURL(`${made.at('mobile.localhost')}/messaging-inbox**`);

  await page.goto(`${made.at('mobile.localhost')}/mobile`);
  await expect(page.getByText(`You come for ${made.domain}.`)).toBeVisible();
  // Mobile devices have their own lock screen, so the mobile host signs no user out for inactivity.
  await page.clock.install();
  await page.getByRole('link', { name: 'To the inbox' }).click();
  await expect(page).toHaveURL(/\/messaging-inbox/);
  const account = page.getByRole('button', { name: 'Account of Ada Admin' });
  await expect(account).toBeVisible();
  await page.clock.fastForward('09:00:00');
  await expect(account).toBeVisible();

  const desk = await open(browser, 'about:blank');
  const sent = desk.waitForRequest(marketing);
  await desk.goto(made.at('mobile.localhost')).catch(() => undefined);
  await sent;
});

test('a visit begins at the page in its URL, if the page belongs to the product', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(demo.admin.email);
  for (const [landing, path] of [
    ['/settings/account', '/settings/account'],
    ['/messaging-inbox?list=open', '/messaging-inbox?list=open'],
    ['//evil.example', '/messaging-inbox'],
    ['https://evil.example', '/messaging-inbox'],
  ] as const) {
    await page.goto(`/?landing_page=${encodeURIComponent(landing)}`);
    await expect(page.getByRole('main')).toBeVisible();
    expect(page.url().startsWith(product.url + path)).toBe(true);
  }
});

test('pages that explain a refusal link to a way out, as does the page for an unknown path', async ({
  browser,
  product,
}) => {
  const page = await open(browser, `${product.url}/nowhere/at/all`);
  await expect(page).toHaveURL(/\/error-404$/);
  const pages = ['/user-blocked', '/failed-login', '/not-authorized', '/error-404', '/mobile'];
  for (const path of pages) {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  // An error of the identity provider leads to one of these pages.
  await page.goto(`${product.url}/authorize?error=access_denied&error_description=user+is+blocked`);
  await expect(page).toHaveURL(/\/user-blocked$/);
  await page.goto(`${product.url}/authorize?error=server_error&error_description=whatever`);
  await expect(page).toHaveURL(/\/not-authorized$/);
  await page.goto(`${product.url}/authorize?error=login_expired`);
  await expect(page.locator('input[name=password]')).toBeVisible();
  await page.goto(`${product.url}/authorize`);
  await expect(page.locator('input[name=password]')).toBeVisible();
});
