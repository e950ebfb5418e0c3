import type { Page } from '@playwright/test';
import { saving } from '../support/saving';
import { expect, expectAccessible, test } from '../support/test';

/** A demo user who appears in no other flow. */
const kenji = 'kenji@harbour.example';

async function openAccount(page: Page): Promise<void> {
  await page.goto('/settings/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Runs `act` and waits for the server's response to its change of a user. */
const savingUser = (page: Page, act: () => Promise<void>) => saving(page, '/api/v3/users/', act);

const switches = [
  'Enter sends',
  'Show: A conversation that is assigned to me',
  'Sound: A message in a team chat',
];

test('saves a changed setting, shows it in another browser at once, and plays a sound that the user tries', async ({
  signedIn,
}) => {
  const [here, there] = [await signedIn(kenji), await signedIn(kenji)];
  await here.addInitScript(`
    window.heard = [];
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (when) {
      window.heard.push(this.frequency.value);
      start.call(this, when);
    };
  `);
  await openAccount(here);
  await openAccount(there);
  for (const name of switches) {
    const before = await here.getByRole('switch', { name }).isChecked();
    await savingUser(here, () => here.getByRole('switch', { name }).click({ force: true }));
    await expect(there.getByRole('switch', { name })).toBeChecked({ checked: !before });
    await savingUser(here, () => here.getByRole('switch', { name }).click({ force: true }));
    await expect(there.getByRole('switch', { name })).toBeChecked({ checked: before });
  }
  await expect(here.getByText('Saved').first()).toBeAttached();

  await here.getByRole('combobox', { name: 'Your name on messages' }).click();
  await savingUser(here, () => here.getByRole('option', { name: 'After the message' }).click());
  await expect(there.getByRole('combobox', { name: 'Your name on messages' })).toHaveValue(
    'After the message',
  );
  await here.getByRole('combobox', { name: 'Your name on messages' }).click();
  await savingUser(here, () => here.getByRole('option', { name: 'As the channel says' }).click());

  await savingUser(here, () => here.getByText('12 hours').click());
  await expect(there.getByRole('radio', { name: '12 hours' })).toBeChecked();
  await savingUser(here, () => here.getByText('24 hours').click());

  await savingUser(here, () => here.getByText('Nederlands').click());
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('Mijn account');
  await savingUser(here, () => here.getByText('English').click());
  await expect(there.getByRole('heading', { level: 1 })).toHaveText('My account');

  await here.getByRole('button', { name: 'Hear the sound: A conversation that is assigned to me' }).click();
  await expect.poll(() => here.evaluate('window.heard')).toEqual([523, 659]);
});

test('sanitises a signature, and keeps the typed text if saving it fails', async ({ signedIn }) => {
  const page = await signedIn(kenji);
  await openAccount(page);
  const editor = page.getByRole('textbox', { name: 'E-mail signature' });
  await editor.fill('Kind regards, Kenji');
  const save = page.getByRole('button', { name: 'Save signature' });

  // The server refuses the token once: the page renews it and saves the text with the new one.
  let refused = 0;
  await page.route('**/signature', async (route) => {
    if (route.request().method() !== 'PUT' || refused++ > 0) return route.fallback();
    await route.fulfill({ status: 401, json: { code: 'unauthenticated' } });
  });
  await save.click();
  await expect(page.getByText('Your signature is saved.')).toBeVisible();
  expect(refused).toBe(2);
  await expect(save).toBeDisabled();
  await page.unrouteAll();

  // The server refuses a signature that is too large: the form shows the reason and keeps the text.
  await page.route('**/signature', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 413, json: { code: 'signature_too_large' } })
      : route.fallback(),
  );
  await editor.pressSequentially('!');
  await save.click();
  await expect(page.getByText('The signature is larger than 250 KB.')).toBeVisible();
  await expect(editor).toContainText('Kenji!');
  await page.unrouteAll();

  // Leaving the page now asks for confirmation, because there are unsaved changes.
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();

  // Simulates a script that bypasses the editor and saves unsafe HTML.
  await page.route('**/signature', (route) =>
    route.request().method() === 'PUT'
      ? route.continue({
          postData: JSON.stringify({
            html: '<p>Kenji</p><script>window.ran = 1</script><img src=x onerror="window.ran = 2">',
          }),
        })
      : route.fallback(),
  );
  await savingUser(page, () => save.click());
  await expect(editor).toHaveText('Kenji');
  await page.unrouteAll();
  await page.reload();
  await expect(editor).toHaveText('Kenji');
  await expect(page.getByText('As it is saved')).toBeVisible();
  expect(await page.content()).not.toContain('onerror');
  expect(await page.evaluate('"ran" in window')).toBe(false);

  await page.getByRole('textbox', { name: 'E-mail signature' }).fill('');
  await page.getByRole('button', { name: 'Save signature' }).click();
  await expect(page.getByText('As it is saved')).toBeHidden();
});

test('the settings fit a narrow screen, on which they begin with the list of pages, and work by keyboard', async ({
  signedIn,
}) => {
  const page = await signedIn(kenji);
  await openAccount(page);
  await expect(page.getByRole('textbox', { name: 'E-mail signature' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
    }
  }
  await page.goto('/messaging-inbox');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  const list = page.getByRole('navigation', { name: 'Settings' });
  await list.getByRole('link', { name: 'My account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My account' })).toBeVisible();
  await expect(list).toBeHidden();
  await page.getByRole('link', { name: 'Back to the settings' }).click();
  await expect(list).toBeVisible();
});
