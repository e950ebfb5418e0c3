import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const unique = () => String(Date.now()).slice(-7);

async function choose(page: Page, name: string, csv: string | Buffer) {
  await page.goto('/contacts/imports/add');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv as string) });
}

test('a manager imports a file, corrects and imports its rejected rows, and undoes the import', async ({
  signedIn,
}) => {
  test.setTimeout(120_000);
  const page = await signedIn(demo.manager.email);
  const number = unique();
  await page.goto('/contacts/imports');
  await page.getByRole('link', { name: 'Import contacts' }).first().click();
  await expect(page.getByText('At most 50 MB, 200,000 rows and 100 columns.')).toBeVisible();
  await expectAccessible(page);

  await choose(page, 'book.csv', 'PK\x03\x04 a workbook');
  await expect(page.getByRole('alert')).toContainText('The file is not a CSV file.');
  await page.getByRole('textbox', { name: 'Or paste rows' }).fill(`name,company\nAna ${number},Acme`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('1 row, comma, UTF-8')).toBeVisible();
  await page.getByRole('button', { name: 'Check rows' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose a column for the phone or the e-mail.');

  const csv = `Naam;Telefoonnummer;Maat\nZoë ${number};+3461${number};38\nBen ${number};0612345;40\n`;
  await choose(page, `people-${number}.csv`, Buffer.from(csv, 'latin1'));
  await expect(page.getByText('2 rows, semicolon, Windows-1252')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Field of Naam' })).toHaveValue('Name');
  await expect(page.getByRole('combobox', { name: 'Field of Telefoonnummer' })).toHaveValue('Phone');
  await page.getByRole('combobox', { name: 'Field of Maat' }).click();
  await page.getByRole('option', { name: 'Metadata' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check rows' }).click();

  await expect(page.getByRole('tab', { name: 'Create 1' })).toBeVisible();
  await page.getByRole('tab', { name: 'Reject 1' }).click();
  await expect(page.getByRole('cell', { name: /^0612345.*Phone is not valid/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 1 contact' }).click();
  await expect(page.getByText('1 contact imported')).toBeVisible();
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 1 rejected row' }).click(),
  ]);
  const rejected = await readFile(await download.path(), 'utf8');
  expect(rejected).toContain(`Ben ${number};0612345;40;3;Telefoonnummer;`);
  const mended = rejected.replace('0612345', `+3462${number}`);
  await choose(page, `mended-${number}.csv`, mended);
  await expect(page.getByText('1 row, semicolon, UTF-8')).toBeVisible();
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByRole('button', { name: 'Import 1 contact' }).click();
  await expect(page.getByText('1 contact imported')).toBeVisible();

  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Import undone for 1 contact')).toBeVisible();
  await page.goto('/contacts/imports');
  await expect(
    page.getByRole('link', { name: new RegExp(`mended-${number}.*Undone for 1 contact`) }),
  ).toBeVisible();
});
