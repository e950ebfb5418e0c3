import { demo } from '../support/demo';
import { settingsScreens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of the teams', async ({ signedIn }) => {
  test.setTimeout(120_000);
  await settingsScreens(
    'teams',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/teams');
      await page.getByRole('link', { name: /Sales/ }).waitFor();
    },
  );
  await settingsScreens(
    'team',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/teams');
      await page.getByRole('link', { name: /Support/ }).click();
      await page.getByRole('list', { name: 'Members' }).waitFor();
    },
  );
});
