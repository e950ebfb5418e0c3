import { demo } from '../support/demo';
import { settingsScreens } from '../support/settings-screens';
import { test } from '../support/test';

const pages = [
  ['system', '/settings/system', 'System'],
  ['ip-whitelisting', '/settings/ip-whitelisting', 'IP whitelisting'],
  ['ip-whitelisting-add', '/settings/ip-whitelisting/add', 'Add address'],
] as const;

for (const [name, path, title] of pages) {
  test(`the page ${name}`, async ({ signedIn }) => {
    test.setTimeout(120_000);
    await settingsScreens(
      name,
      (options) => signedIn(demo.admin.email, options),
      async (page) => {
        await page.goto(path);
        await page.getByRole('heading', { name: title, level: 1 }).waitFor();
        await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      },
    );
  });
}

test('the audit', async ({ signedIn }) => {
  test.setTimeout(120_000);
  await settingsScreens(
    'audit',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/audit');
      await page
        .getByRole('button', { name: /Team created/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'All changes of this' }).waitFor();
    },
  );
});
