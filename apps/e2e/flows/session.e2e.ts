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
