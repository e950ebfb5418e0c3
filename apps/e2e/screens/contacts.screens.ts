import { Api } from '../support/api';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of contacts: the list, one contact, and duplicates', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const manager = await Api.signIn(product, demo.manager.email);
  const ids: string[] = [];
  for (const [name, company, email] of [
    ['Ana Ruiz', 'Ruiz Bicycles', 'ana@ruiz.example'],
    ['Ana Ruiz', 'Ruiz', 'ana.ruiz@post.example'],
    ['Dirk Bos', 'Bos & Zn', 'dirk@bos.example'],
  ]) {
    const answer = await manager.request('POST', '/api/v3/contacts', { name, company, email });
    ids.push(((await answer.json()) as { id: string }).id);
  }
  await screens((options) => signedIn(demo.manager.email, options), {
    contacts: async (page) => {
      await page.goto('/contacts');
      await page.getByRole('row').filter({ hasText: 'Dirk Bos' }).first().waitFor();
    },
    contact: async (page) => {
      await page.goto(`/contacts/${ids[0]}`);
      await page.getByRole('region', { name: 'Timeline' }).waitFor();
    },
    'contacts-duplicates': async (page) => {
      await page.goto('/contacts/duplicates');
      await page.getByRole('region', { name: 'Ana Ruiz – Ana Ruiz' }).first().waitFor();
    },
  });
});
