import type { Page } from '@playwright/test';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

/** Blocks code that the page has not loaded yet, as if the server were unreachable. */
const refuseAssets = (page: Page) => page.route('**/assets/**', (route) => route.abort());
const rail = (page: Page) => page.getByRole('navigation').first();

test('a page that cannot be loaded leaves the rest intact, and appears automatically once the server is back', async ({
  signedIn,
}) => {
  const page = await signedIn(demo.admin.email);
  await refuseAssets(page);
  await rail(page).getByRole('link', { name: 'Workload' }).click();
  const failure = page.getByRole('main').getByRole('alert');
  await expect(failure).toContainText('This part could not be loaded');
  await expect(failure.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(rail(page)).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/assets/**');
  await expect(page.getByRole('heading', { name: 'Workload' })).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('a dialog that fails to load shows a card that can be closed', async ({ signedIn }) => {
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new');
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await refuseAssets(page);
  await page.keyboard.press('c');
  // The hint in the empty list may fail to load as well; it is part of the list, so its message has no close button.
  const close = page.getByRole('button', { name: 'Close' });
  const card = page.getByRole('alert').filter({ hasText: 'This part could not be loaded', has: close });
  await expect(card.getByRole('button', { name: 'Retry' })).toBeVisible();
  await close.click();
  await expect(card).toHaveCount(0);
});

test('the first toast of a window appears even if the server is unreachable', async ({ signedIn }) => {
  const page = await signedIn(demo.agent.email);
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('button', { name: `Account of ${demo.agent.name}` }).click();
  await page.getByRole('menuitemradio', { name: 'Away' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'That did not work' })).toBeVisible();
  await expect(rail(page)).toBeVisible();
});

test('a page outside the inbox warns that the connection is lost', async ({ signedIn }) => {
  const page = await signedIn(demo.agent.email);
  await page.goto('/settings/account');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.context().setOffline(true);
  await expect(page.getByRole('main').getByText(/^You are offline\. What is shown/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
});
