import type { Page } from '@playwright/test';

/** Has a window speak a language, without its user having chosen it: others use the same one. */
export async function speak(page: Page, language: 'en' | 'es' | 'nl'): Promise<void> {
  await page.unroute('**/api/gateway/v1/auth/permissions*');
  await page.route('**/api/gateway/v1/auth/permissions*', async (route) => {
    const response = await route.fetch();
    const me = (await response.json()) as { user: { settings: { name: string; value: string }[] } };
    const others = me.user.settings.filter(({ name }) => name !== 'language');
    me.user.settings = [...others, { name: 'language', value: language }];
    await route.fulfill({ response, json: me });
  });
}
