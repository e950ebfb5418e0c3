import type { Page } from '@playwright/test';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of developers: keys, a new key, webhooks, a new webhook; also the assistant, SLA targets, help and tours', async ({
  signedIn,
}) => {
  test.setTimeout(180_000);
  const at = (path: string) => async (page: Page) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
  };
  await screens((options) => signedIn(demo.admin.email, options), {
    'settings-developers-keys': at('/settings/developers/keys'),
    'settings-developers-key-add': at('/settings/developers/keys/add'),
    'settings-developers-webhooks': at('/settings/developers/webhooks'),
    'settings-developers-webhook-add': at('/settings/developers/webhooks/add'),
    'settings-assistant': at('/settings/assistant'),
    'settings-sla': at('/settings/sla'),
    support: at('/support'),
    'email-inbox': at('/email-inbox'),
    'start-conversation': at(`/start-conversation?to=%2B34612345678&channel=${demo.channelId}`),
  });
});
