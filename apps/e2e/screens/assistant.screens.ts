import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { expect, test } from '../support/test';

test('takes the screenshots of the writing assistant, and help beside the inbox', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const ana = new Contact(product, 'Ana Ruiz');
  await ana.write('where is my bike?');
  await screens((options) => signedIn(demo.agent.email, options), {
    assistant: async (page) => {
      await page.goto('/messaging-inbox?list=new');
      await page.getByRole('option').filter({ hasText: ana.name }).first().click();
      await page.getByRole('textbox', { name: /^Reply to/ }).fill('your bike is ready');
      await page.getByRole('button', { name: 'Writing assistant' }).click();
      const dialog = page.getByRole('dialog', { name: 'Writing assistant' });
      await expect(dialog.getByRole('textbox', { name: 'Your text' })).toHaveValue('your bike is ready');
      await page.keyboard.press('ControlOrMeta+Enter');
      await dialog.getByText('Done. Read it before you use it.').waitFor();
    },
    'inbox-help-beside': async (page) => {
      await page.keyboard.press('Escape');
      await page.goto('/messaging-inbox?list=new');
      await page.getByRole('option').filter({ hasText: ana.name }).first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('complementary', { name: 'Help' }).getByText('Snooze', { exact: true }).waitFor();
    },
  });
});
