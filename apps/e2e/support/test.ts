import AxeBuilder from '@axe-core/playwright';
import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { PushDouble } from '../../../libs/test-support/doubles/src/push/push-double';
import { demo } from './demo';
import { setTours } from './tours';
import { Product } from './product';

/** URL to which the mobile host redirects visitors who use no phone. */
export const marketing = 'https://www.parley.example/';

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Flow {
  /**
   * Whether every browser signs in by password, as flows about sessions need. In other flows, the browsers of a user
   * reuse one session.
   */
  signsInEachTime: boolean;
  /** Opens a new browser in which this user is signed in, on the inbox page. */
  signedIn: (email: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** All flows of a worker share one running product, so each flow creates its own contacts. */
export const test = base.extend<
  Flow,
  { product: Product; pushService: PushDouble; sessions: Map<string, State> }
>({
  signsInEachTime: [false, { option: true }],
  pushService: [
    async ({}, use) => {
      const double = new PushDouble();
      const { close } = await double.listen();
      await use(double);
      await close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ pushService }, use) => {
      const product = await Product.start({
        MARKETING_URL: marketing,
        PARLEY_DEMO_DOUBLES: 'on',
        PARLEY_PUSH_SERVICES: pushService.url,
        WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sessions: [({}, use) => use(new Map()), { scope: 'worker' }],
  signedIn: async ({ browser, product, sessions, signsInEachTime }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    const here = new Set<string>();
    await use(async (email, options = {}) => {
      if (!sessions.has(email) && !here.has(email)) await setTours(product, email, 'skipped');
      // The second browser of a user within a flow gets its own session.
      const session = signsInEachTime || here.has(email) ? undefined : sessions.get(email);
      here.add(email);
      const context = await browser.newContext({
        baseURL: product.url,
        locale: 'en-GB',
        viewport: { width: 1440, height: 900 },
        ...(session && { storageState: session }),
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto('/');
      const inbox = page.getByRole('main').and(page.locator(':not(:has(input[name=password]))'));
      const password = page.locator('input[name=password]');
      await inbox.or(password).first().waitFor();
      if (await password.isVisible()) {
        await page.locator('input[name=email]').fill(email);
        await password.fill(demo.password);
        await page.locator('button[type=submit]').click();
        await page.waitForURL('**/messaging-inbox**');
        await page.getByRole('main').waitFor();
        if (!signsInEachTime) sessions.set(email, await context.storageState());
      }
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** Checks that axe finds no serious or critical violation on the page, once transitions have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => seriousOn(page)).toEqual([]);
}

async function seriousOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Legacy mode keeps axe from opening a new page for each check. The check skips frames of other origins, which contain
    // mails and apps and not Parley's own pages.
    .setLegacyMode()
    .options({ rules: { 'aria-dialog-name': { enabled: true } }, resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

export { expect };
