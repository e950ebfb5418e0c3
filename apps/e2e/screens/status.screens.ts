import type { StatusResponse } from '../../../libs/foundation/contracts/src/api/status';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { test } from '../support/test';

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('takes the screenshots of the status page, when everything works and when a part is late', async ({
  signedIn,
}) => {
  test.setTimeout(180_000);
  await screens((options) => signedIn(demo.admin.email, options), {
    'settings-status': async (page) => {
      await page.unrouteAll();
      await page.goto('/settings/status');
      await page.getByText('Everything works').waitFor();
    },
    'settings-status-late': async (page) => {
      const late: StatusResponse = {
        checkedAt: at(0),
        lines: [
          { name: 'incoming', state: 'slow', lateSeconds: 119, since: at(2) },
          { name: 'outgoing', state: 'down', lateSeconds: 700, since: at(12) },
          { name: 'live', state: 'ok', lateSeconds: 0, since: null },
        ],
        brokenChannels: [
          {
            id: demo.testChannelId,
            name: 'WhatsApp Support',
            platform: 'whatsapp',
            since: at(90),
            failuresLastHour: 3,
          },
        ],
        incompleteViews: [{ view: 'inbox', since: at(80) }],
      };
      await page.route('**/api/v3/status', (route) => route.fulfill({ json: late }));
      await page.goto('/settings/status');
      await page.getByText('WhatsApp Support').first().waitFor();
    },
  });
});
