import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const screen = (name: string) => resolve(__dirname, '../../../docs/screens', `settings-${name}.png`);

const pages: [name: string, email: string, path: string, ready: (page: Page) => Promise<void>][] = [
  [
    'account',
    demo.agent.email,
    '/settings/account',
    (page) => expect(page.getByRole('textbox', { name: 'E-mail signature' })).toBeVisible(),
  ],
  [
    'account-signature',
    demo.agent.email,
    '/settings/account',
    async (page) => {
      const editor = page.getByRole('textbox', { name: 'E-mail signature' });
      await editor.fill('Kind regards, Sanne');
      await page.getByRole('columnheader', { name: 'Tell me about' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Save signature' }).scrollIntoViewIfNeeded();
    },
  ],
  [
    'abilities',
    demo.admin.email,
    '/settings/abilities',
    (page) => expect(page.getByRole('table')).toBeVisible(),
  ],
];

for (const [name, email, path, ready] of pages) {
  test(`takes the screenshots of the settings page: ${name}`, async ({ signedIn }) => {
    for (const [variant, colorScheme, viewport] of [
      ['light', 'light', { width: 1440, height: 900 }],
      ['dark', 'dark', { width: 1440, height: 900 }],
      ['narrow', 'light', { width: 360, height: 740 }],
    ] as const) {
      const page = await signedIn(email, { colorScheme, viewport, reducedMotion: 'reduce' });
      await page.goto(path);
      await ready(page);
      await page.screenshot({ path: screen(`${name}-${variant}`) });
    }
  });
}

test('takes the screenshots of the settings on a narrow screen', async ({ signedIn }) => {
  const viewport = { width: 360, height: 740 };
  const page = await signedIn(demo.admin.email, { viewport, reducedMotion: 'reduce' });
  await page.goto('/settings');
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await page.screenshot({ path: screen('narrow') });
});
