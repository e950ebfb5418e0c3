import { readFile } from 'node:fs/promises';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

test('a manager exports conversations, is notified when they are ready, and downloads them', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(90_000);
  for (const name of ['Ana Export', 'Ben Export']) await new Contact(product, name).write('Hello');
  const page = await signedIn(demo.manager.email);
  await page.goto('/exports');
  await page.getByRole('button', { name: 'New export' }).click();
  await page.getByRole('menuitem', { name: 'Export conversations' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^[1-9][\d,]* conversations?$/ })).toBeVisible();
  await page.getByRole('button', { name: 'All fields' }).click();
  await expectAccessible(page);

  // The form rejects an impossible date, and no export can start until the date is corrected.
  const from = page.getByRole('textbox', { name: 'From' });
  const day = await from.inputValue();
  await from.fill('31/02/2026');
  await from.press('Tab');
  await expect(page.getByText('There is no such day')).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page).toHaveURL(/\/exports\/conversations$/);
  await from.fill(day);
  await from.press('Tab');
  await page.getByRole('button', { name: 'Export', exact: true }).click();

  await expect(page.getByText('Export ready')).toBeVisible();
  const first = page.getByRole('list', { name: 'Exports' }).getByRole('listitem').first();
  await expect(first).toContainText('Ready');
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await first.getByRole('button', { name: /^Download/ }).click();
  const download = await saved;
  await expect(first.getByText(/^Link valid until/)).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^conversations-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toMatch(/conversationId,startedAt,channel,status/);
  expect(lines.length).toBeGreaterThan(2);

  // An export is allowed once a minute; the form explains that in the words of the specification.
  await page.goto('/exports/contacts');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('You can only export once per 60 seconds.')).toBeVisible();
});
