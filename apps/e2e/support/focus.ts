import type { Page } from '@playwright/test';
import { expect } from './test';

/** The focus is on an element of the page, from which keys go on; a loss shows as `body`. */
export async function expectFocusNotLost(page: Page): Promise<void> {
  const focused = () => page.evaluate<string>(`document.activeElement?.tagName.toLowerCase() ?? 'body'`);
  await expect.poll(focused, { timeout: 2_000 }).not.toBe('body');
}
