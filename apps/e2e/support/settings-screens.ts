import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';

const sizes: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
];

/** Takes `settings-<name>-{light,dark,narrow}.png` of a page. */
export async function settingsScreens(
  name: string,
  open: (options: BrowserContextOptions) => Promise<Page>,
  show: (page: Page) => Promise<void>,
): Promise<void> {
  for (const [size, options] of sizes) {
    const page = await open({ ...options, reducedMotion: 'reduce' });
    await show(page);
    await page.screenshot({ path: resolve(__dirname, `../../../docs/screens/settings-${name}-${size}.png`) });
  }
}
