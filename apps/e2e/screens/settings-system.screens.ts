import { Api } from '../support/api';
import { demo } from '../support/demo';
import { settingsScreens } from '../support/settings-screens';
import { test } from '../support/test';

const pages = [
  ['system', '/settings/system', 'System'],
  ['ip-whitelisting', '/settings/ip-whitelisting', 'IP whitelisting'],
  ['ip-whitelisting-add', '/settings/ip-whitelisting/add', 'Add address'],
] as const;

for (const [name, path, title] of pages) {
  test(`takes the screenshots of the page ${name}`, async ({ signedIn }) => {
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

test('takes the screenshots of the audit log', async ({ product, signedIn }) => {
  test.setTimeout(120_000);
  const api = await Api.signIn(product, demo.admin.email);
  const created = await api.request('POST', '/api/v3/teams', { name: 'Repairs', colour: '#0f7b6c' });
  const { id } = (await created.json()) as { id: string };
  await api.request('PATCH', `/api/v3/teams/${id}`, { name: 'Workshop', email: 'workshop@harbour.example' });
  await api.request('DELETE', `/api/v3/teams/${id}`);
  await settingsScreens(
    'audit',
    (options) => signedIn(demo.admin.email, options),
    async (page) => {
      await page.goto('/settings/audit');
      await page
        .getByRole('button', { name: /Team changed/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'All changes of this' }).waitFor();
    },
  );
});
