import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of apps: the installed ones, the marketplace, the page of one app, and an app beside a conversation', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const ana = new Contact(product, 'Ana Ruiz');
  await ana.write('Where is my order?');
  await screens((options) => signedIn(demo.admin.email, options), {
    apps: async (page) => {
      await page.goto('/apps');
      await page
        .getByRole('link', { name: /^Orders/ })
        .first()
        .waitFor();
    },
    'apps-marketplace': async (page) => {
      await page.getByRole('tab', { name: 'Marketplace' }).click();
      await page
        .getByRole('link', { name: /^Orders/ })
        .first()
        .waitFor();
    },
    app: async (page) => {
      await page.goto('/apps/orders');
      await page.getByRole('button', { name: 'Uninstall' }).waitFor();
    },
    'app-panel': async (page) => {
      await page.goto('/messaging-inbox?list=new');
      await page.getByRole('option').filter({ hasText: ana.name }).first().click();
      const isNarrow = page.viewportSize()!.width < 500;
      await page.getByRole('article').first().waitFor();
      if (isNarrow) {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Contact', exact: true }).click();
      }
      const panel = isNarrow
        ? page.getByRole('dialog')
        : page.getByRole('complementary', { name: 'Contact' });
      const section = panel.getByRole('button', { name: 'Orders', exact: true });
      await section.waitFor();
      if ((await section.getAttribute('aria-expanded')) === 'false') await section.click();
      const app = page.locator('iframe[title="App Orders"]');
      await app.contentFrame().getByText(/€/).first().waitFor();
      await app.scrollIntoViewIfNeeded();
    },
  });
});
