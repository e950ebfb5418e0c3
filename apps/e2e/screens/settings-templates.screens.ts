import { Api } from '../support/api';
import { demo } from '../support/demo';
import { settingsScreens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of the WhatsApp templates', async ({ product, signedIn }) => {
  test.setTimeout(120_000);
  const api = await Api.signIn(product, demo.manager.email);
  await api.request('POST', '/api/v2/channels/sync-whatsapp-templates');
  await settingsScreens(
    'templates',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/whatsapp-templates');
      await page.getByRole('link', { name: 'bike_ready' }).first().waitFor();
    },
  );
  await settingsScreens(
    'template',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/whatsapp-templates');
      await page.getByTitle('Spanish').first().click();
      await page.getByRole('figure').waitFor();
    },
  );
});
