import type { Page } from '@playwright/test';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const unique = () => String(Date.now()).slice(-7);

/** Imports contacts with these names for this flow. */
async function imported(page: Page, names: string[]) {
  const number = unique();
  await page.goto('/contacts/imports/add');
  const rows = names.map((name, nth) => `${name},+34${nth + 1}${number}9`);
  const buffer = Buffer.from(`name,phone\n${rows.join('\n')}`);
  await page.locator('input[type=file]').setInputFiles({ name: 'own.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByRole('button', { name: /^Import \d contact/ }).click();
  await expect(page.getByText(/contacts? imported/)).toBeVisible();
}

test('a manager creates a fixed list, adds and removes people, and copies it', async ({ signedIn }) => {
  test.setTimeout(90_000);
  const page = await signedIn(demo.manager.email);
  const word = `Fix${unique()}`;
  await imported(page, [`${word} Ana`, `${word} Ben`]);
  await page.goto('/contacts/lists');
  await page.getByRole('link', { name: 'Create list' }).first().click();
  await page.getByRole('textbox', { name: 'Find contacts' }).fill(word);
  await page.getByRole('checkbox', { name: `${word} Ana` }).check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`List ${word}`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create list' }).click();

  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveText([new RegExp(`${word} Ana`)]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add contacts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add contacts' });
  await dialog.getByRole('textbox', { name: 'Find contacts' }).fill(`${word} Ben`);
  await dialog.getByRole('checkbox', { name: `${word} Ben` }).check();
  await dialog.getByRole('button', { name: 'Add to list' }).click();
  await expect(members).toHaveCount(2);
  await page.getByRole('button', { name: `Remove ${word} Ana` }).click();
  await expect(members).toHaveText([new RegExp(`${word} Ben`)]);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('heading', { name: `List ${word} (copy)` })).toBeVisible();
  await expect(members).toHaveText([new RegExp(`${word} Ben`)]);
  await page.getByRole('button', { name: 'Delete list' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click();
  await expect(page.getByRole('link', { name: new RegExp(`List ${word} Fixed 1 contact`) })).toBeVisible();
});

test('a live list includes contacts who meet its conditions, and explains why a contact is not in it', async ({
  signedIn,
}) => {
  test.setTimeout(90_000);
  const page = await signedIn(demo.manager.email);
  const word = `Live${unique()}`;
  await imported(page, [`${word} Ana`]);
  await page.goto('/contacts/lists/add');
  await page.getByRole('radio', { name: 'Live' }).check();
  await page.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Words in name or address' }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill(`${word}`);
  const preview = page.getByRole('complementary', { name: 'Who is in it' });
  await expect(preview.getByText('1 contact', { exact: true })).toBeVisible();
  await expect(preview.getByText(`${word} Ana`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`List ${word}`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Create list' }).click();
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(1);

  const list = page.url();
  await imported(page, [`${word} Ben`, `Other${word.slice(4)}`]);
  await page.goto(list);
  await expect(members).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Is somebody in it?' }).fill(`Other${word.slice(4)}`);
  await expect(page.getByText(/is not in this list\. Not met: Words in name or address/)).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
});
