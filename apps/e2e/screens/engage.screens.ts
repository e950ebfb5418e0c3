import { Api } from '../support/api';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { synchronised } from '../support/templates';
import { test } from '../support/test';

test('takes the screenshots of engage: broadcasts, the first step of one, and the limits', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  await synchronised(product);
  const api = await Api.signIn(product, demo.manager.email);
  for (const name of ['Spring sale', 'Your bike is ready']) {
    await api.request('POST', '/api/v3/engage/broadcasts', { name, channelId: demo.channelId });
  }
  await screens((options) => signedIn(demo.manager.email, options), {
    engage: async (page) => {
      await page.goto('/engage/list');
      await page.getByRole('link', { name: 'Spring sale' }).first().waitFor();
    },
    'engage-create': async (page) => {
      await page.goto('/engage/create');
      await page.getByRole('radio').first().waitFor();
    },
    'engage-limits': async (page) => {
      await page.goto('/engage/rate-limits');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  });
});
