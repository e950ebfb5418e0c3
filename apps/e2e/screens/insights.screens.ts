import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { expect, test } from '../support/test';

test('takes the screenshots of insights: the dashboard, the facts behind a number, the graphs to add, and exports', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(240_000);
  for (const name of ['Ana Ruiz', 'Björn Lindqvist', 'Marta Kowalska', 'Zoë van Dam']) {
    const contact = new Contact(product, name);
    await contact.write('Is the trailer included in the price?');
    await contact.write('We come on Sunday.');
  }
  await screens((options) => signedIn(demo.manager.email, options), {
    insights: async (page) => {
      await page.goto('/insights?period=today');
      await page
        .getByRole('button', { name: /Show what is behind it/ })
        .first()
        .waitFor({ timeout: 60_000 });
      await page.locator('.apexcharts-svg').first().waitFor();
    },
    'insights-behind': async (page) => {
      await page
        .getByRole('button', { name: /Show what is behind it/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/rows?$/);
    },
    'insights-add': async (page) => {
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^More for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Replace' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Search graphs' }).waitFor();
    },
    exports: async (page) => {
      await page.goto('/exports');
      await page.getByRole('button', { name: 'New export' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
    'exports-conversations': async (page) => {
      await page.goto('/exports/conversations');
      await page
        .getByRole('status')
        .filter({ hasText: /conversations?$/ })
        .waitFor();
    },
  });
});
