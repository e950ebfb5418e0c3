import { demo } from '../support/demo';
import { settingsScreens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of the channels', async ({ signedIn }) => {
  test.setTimeout(120_000);
  await settingsScreens(
    'channels',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/channels');
      await page.getByRole('link', { name: /WhatsApp/ }).waitFor();
    },
  );
  await settingsScreens(
    'channel',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto(`/settings/channels/${demo.channelId}`);
      await page.getByRole('switch', { name: 'Keep business hours' }).waitFor();
    },
  );
});
