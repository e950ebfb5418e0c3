import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { expect, test } from '../support/test';

test('takes the screenshots of pages on which an entity is added, and dead letters', async ({ signedIn }) => {
  test.setTimeout(240_000);
  await screens((options) => signedIn(demo.admin.email, options), {
    'settings-users-add': async (page) => {
      await page.goto('/settings/users/add');
      await page.getByRole('button', { name: 'Send invitation' }).waitFor();
    },
    'settings-teams-add': async (page) => {
      await page.goto('/settings/teams/add');
      await page.getByRole('button', { name: 'Create team' }).waitFor();
    },
    'settings-channels-connect': async (page) => {
      await page.goto('/settings/channels');
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    },
    'settings-channels-credentials': async (page) => {
      await page.goto('/settings/channels');
      await page.getByRole('button', { name: 'Connect' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Support');
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByText('Have these from WhatsApp at hand.').waitFor();
      await dialog.getByRole('button', { name: 'Next' }).click();
      await dialog.getByRole('textbox', { name: 'Verify token' }).waitFor();
    },
    'settings-developers-parked': async (page) => {
      await page.goto('/settings/developers/parked');
      await expect(page.getByRole('heading', { level: 1, name: 'Failed messages' })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    },
  });
});
