import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of contact imports and contact lists', async ({ signedIn }) => {
  test.setTimeout(180_000);
  await screens((options) => signedIn(demo.manager.email, options), {
    'contact-import-upload': (page) => page.goto('/contacts/imports/add').then(() => undefined),
    'contact-import-map': async (page) => {
      await page.goto('/contacts/imports/add');
      const csv = 'Naam;Telefoonnummer;Plaats\nAna Ruiz;+34612345678;Valencia\nBen King;0612;Leeds\n';
      const buffer = Buffer.from(csv);
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Check rows' }).waitFor();
    },
    'contact-lists': (page) => page.goto('/contacts/lists').then(() => undefined),
    'contact-list-add': async (page) => {
      await page.goto('/contacts/lists/add');
      await page.getByRole('radio', { name: 'Live' }).check();
      await page.getByRole('complementary').waitFor();
    },
  });
});
