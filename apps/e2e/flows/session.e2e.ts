import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

test('whoever signs out is out, and signs in again', async ({ signedIn }) => {
  const page = await signedIn(demo.agent.email);
  await page.getByRole('button', { name: `Account of ${demo.agent.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const email = page.locator('input[name=email]');
  await expect(email).toBeVisible();
  await page.goto('/messaging-inbox?list=open');
  await email.fill(demo.colleague.email);
  await page.locator('input[name=password]').fill(demo.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/messaging-inbox?list=open');
  await expect(page.getByRole('button', { name: `Account of ${demo.colleague.name}` })).toBeVisible();
});

test('the first visit asks for nothing that is refused', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await page.goto('/');
  await expect(page.locator('input[name=email]')).toBeVisible();
  expect(refused).toEqual([]);
  await context.close();
});

test('a Spanish browser is spoken to in Spanish until another language is chosen', async ({ signedIn }) => {
  const page = await signedIn(demo.admin.email, { locale: 'es-ES' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('link', { name: /^Nuevas/ })).toBeVisible();
  await page.goto('/settings/account');
  await expect(page.getByRole('radio', { name: 'Español' })).toBeChecked();
});

test('a status is chosen in the account menu and seen by a colleague at once', async ({
  product,
  signedIn,
}) => {
  const [sanne, amara] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  await new Contact(product, 'Stella Status').write('Hello');
  await amara.goto('/messaging-inbox?list=new');
  await amara.getByRole('option').filter({ hasText: 'Stella Status' }).click();
  await amara.getByRole('button', { name: /^Assign/ }).click();
  const seen = amara.getByRole('option', { name: new RegExp(`^${demo.agent.name}`) });
  await expect(seen).toContainText('Available');

  const choose = async (status: string) => {
    await sanne.getByRole('button', { name: `Account of ${demo.agent.name}` }).click();
    await sanne.getByRole('menuitemradio', { name: status }).click();
  };
  await choose('Away');
  await expect(seen).toContainText('Away');
  await expect(sanne.getByRole('button', { name: `Account of ${demo.agent.name}, Away` })).toBeVisible();
  await choose('Available');
  await expect(seen).toContainText('Available');
});

test('signing out in one tab leaves every tab, and the next person sees nothing of the one before', async ({
  product,
  signedIn,
}) => {
  await new Contact(product, 'Toby Tabs').write('Hello');
  const page = await signedIn(demo.manager.email);
  const other = await page.context().newPage();
  await other.goto('/messaging-inbox?list=new');
  const row = other.getByRole('option').filter({ hasText: 'Toby Tabs' });
  await row.click();
  await other.getByRole('textbox', { name: /Toby Tabs|message/i }).fill('not for the next one');

  await page.getByRole('button', { name: `Account of ${demo.manager.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const email = other.locator('input[name=email]');
  await expect(email).toBeVisible();
  await email.fill(demo.stranger.email);
  await other.locator('input[name=password]').fill(demo.password);
  await other.locator('button[type=submit]').click();
  await other.waitForURL('**/messaging-inbox**');
  await expect(
    other.getByRole('button', { name: `Account of ${demo.stranger.name}, Available` }),
  ).toBeVisible();
  await expect(other.getByText('Toby Tabs')).toHaveCount(0);
  const kept = await other.evaluate<string>('Object.entries(localStorage).join()');
  expect(kept).not.toContain('not for the next one');
});

test('eight hours without a sign of life in any tab sign out of all of them', async ({ signedIn }) => {
  const page = await signedIn(demo.manager.email);
  await page.clock.install();
  await page.reload();
  const other = await page.context().newPage();
  await other.goto('/settings/account');
  const account = page.getByRole('button', { name: `Account of ${demo.manager.name}` });
  await expect(account).toBeVisible();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.clock.fastForward('07:00:00');
  await other.keyboard.press('Shift');
  await page.clock.fastForward('07:00:00');
  await expect(account).toBeVisible();
  await page.clock.fastForward('02:00:00');
  // One of them signs out, the others wait for it: half a minute at most.
  for (const tab of [page, other]) {
    await expect(tab.locator('input[name=email]')).toBeVisible({ timeout: 45_000 });
  }
});
