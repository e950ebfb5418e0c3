import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';

const sizes: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
];

type Open = (options: BrowserContextOptions) => Promise<Page>;
type Show = (page: Page) => Promise<void>;

/** Takes the screenshots `<name>-{light,dark,narrow}.png` of each page, one after the other in the same window. */
export async function screens(open: Open, pages: Record<string, Show>): Promise<void> {
  for (const [size, options] of sizes) {
    const page = await open({ ...options, reducedMotion: 'reduce' });
    for (const [name, show] of Object.entries(pages)) {
      await show(page);
      const path = resolve(__dirname, `../../../docs/screens/${name}-${size}.png`);
      // Shows animations in their final state.
      await page.screenshot({ path, animations: 'disabled' });
    }
  }
}

/** Takes the screenshots `settings-<name>-{light,dark,narrow}.png` of a page. */
export function settingsScreens(name: string, open: Open, show: Show): Promise<void> {
  return screens(open, { [`settings-${name}`]: show });
}
