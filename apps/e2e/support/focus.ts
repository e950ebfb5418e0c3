import type { Page } from '@playwright/test';
import { expect } from './test';

/** Checks that an element has the focus, so that keys keep working; a lost focus shows as `body`. */
export async function expectFocusNotLost(page: Page): Promise<void> {
  const focused = () => page.evaluate<string>(`document.activeElement?.tagName.toLowerCase() ?? 'body'`);
  await expect.poll(focused, { timeout: 2_000 }).not.toBe('body');
}
