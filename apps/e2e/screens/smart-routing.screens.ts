import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { test } from '../support/test';

test('takes the screenshots of smart routing: the rules, a rule that is tried on a message, and why a conversation was tagged', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const first = await signedIn(demo.manager.email);
  const api = await Api.signIn(product, demo.manager.email);
  await api.request('POST', '/api/v3/tags', { name: 'refund', colour: '#0f7b6c' });
  await first.goto('/settings/smart-routing/add');
  await first.getByRole('textbox', { name: 'Name' }).fill('Refunds');
  const keywords = first.getByRole('combobox', { name: 'Keywords' });
  for (const keyword of ['refund', 'money back']) {
    await keywords.fill(keyword);
    await keywords.press('Enter');
  }
  await first.getByRole('combobox', { name: 'Add tags' }).fill('refund');
  await first.getByRole('option', { name: 'refund' }).click();
  await first.keyboard.press('Escape');
  await first.getByRole('button', { name: 'Create rule' }).click();
  await first.getByRole('listitem').filter({ hasText: 'Refunds' }).waitFor();
  const ana = new Contact(product, 'Ana Ruiz');
  await ana.write('I would like a refund for the second child seat.');
  await screens((options) => signedIn(demo.manager.email, options), {
    'settings-smart-routing': async (page) => {
      await page.goto('/settings/smart-routing');
      await page.getByRole('listitem').filter({ hasText: 'Refunds' }).waitFor();
    },
    'settings-smart-route': async (page) => {
      await page.getByRole('link', { name: 'Refunds' }).click();
      await page.getByRole('textbox', { name: 'Try a message' }).fill('A refund, please.');
      await page.getByText('The keywords match.').waitFor();
    },
    'routing-why': async (page) => {
      await page.goto('/messaging-inbox?list=new');
      await page.getByRole('option').filter({ hasText: ana.name }).first().click();
      await page.getByRole('article').first().waitFor();
      await page.keyboard.press('w');
      await page.getByText('Refunds, version 1').first().waitFor();
    },
  });
});
