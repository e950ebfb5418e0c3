import { chromium, type Page } from '@playwright/test';
import { demoPassword } from '@parley/embedded/identity/demo-sign-in';
import { chromiumPath } from '../../e2e/support/chromium';
import type { Bench } from '../figure';
import { AGENT, type FilledInbox } from './filled-inbox';

/** Opens a real browser in which the agent is signed in. */
export async function signedIn(bench: Bench, { url }: FilledInbox): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  bench.onEnd(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.locator('input[name=email]').fill(AGENT);
  await page.locator('input[name=password]').fill(demoPassword);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/messaging-inbox**');
  return page;
}
