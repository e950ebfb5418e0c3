import { Api } from '../support/api';
import { demo } from '../support/demo';
import { settingsScreens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of the users', async ({ product, signedIn }) => {
  test.setTimeout(180_000);
  const api = await Api.signIn(product, demo.admin.email);
  const invited = { displayName: 'Nora Vos', email: 'nora@harbour.example', role: 'user' };
  await api.request('POST', '/api/v3/users', invited);
  await settingsScreens(
    'users',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/users');
      await page.getByRole('link', { name: /Sanne/ }).waitFor();
    },
  );
  await settingsScreens(
    'user',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/users');
      await page.getByRole('link', { name: /Nora/ }).click();
      await page.getByRole('button', { name: 'Send again' }).waitFor();
    },
  );
});
