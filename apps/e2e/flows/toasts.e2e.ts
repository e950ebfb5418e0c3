import type { Page } from '@playwright/test';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

/** Changes the agent's status; the server's refusal, faked by a route, is reported by a toast. */
async function showToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Account of ${demo.agent.name}` }).click();
  await page.getByRole('menuitemradio', { name: 'Away' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'That did not work' })).toBeVisible();
  // The pointer over a toast keeps all toasts open.
  await page.getByRole('alert').hover();
}

/** Points, in a grid of 20 px, at which a click reaches neither the page below the toasts nor a toast. */
const deadPoints = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = document.getElementById('root');
    const main = root.querySelector('main');
    const toasts = [...document.querySelectorAll('[role=alert]')];
    const isAround = (element) =>
      toasts.some((toast) => element !== toast && element.contains(toast)) && !element.contains(main);
    const dead = [];
    for (let x = 10; x < innerWidth; x += 20)
      for (let y = 10; y < innerHeight; y += 20) {
        const element = document.elementFromPoint(x, y);
        if (!element || isAround(element) || !root.contains(element)) dead.push(x + ',' + y);
      }
    return dead;
  })()`);

test('the page receives every click beside a toast, on a wide and on a narrow screen', async ({
  signedIn,
}) => {
  const page = await signedIn(demo.agent.email);
  await page.route('**/api/v3/users/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await showToast(page);
    expect(await deadPoints(page)).toEqual([]);
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});
