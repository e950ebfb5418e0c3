import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const unique = (word: string) => `${word} ${String(Date.now()).slice(-7)}`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Reloads the list until it contains the contact, because contacts are not pushed. */
async function find(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/contacts?${new URLSearchParams({ q: name }).toString()}`);
    await expect(rowOf(page, name).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

async function add(page: Page, fields: Record<string, string>): Promise<void> {
  await page.goto('/contacts/add');
  for (const [field, value] of Object.entries(fields))
    await page.getByRole('textbox', { name: field, exact: true }).fill(value);
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: fields.Name! })).toBeVisible();
}

test('contacts are filtered, saved as a segment, previewed by keys, and changed in bulk', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const name = unique('Ana List');
  await new Contact(product, name).write('Hello');
  const page = await signedIn(demo.manager.email);
  await find(page, name);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Last conversation' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/lastStatus/);
  await expect(rowOf(page, name)).toBeVisible();

  const segment = unique('Open ones');
  await page.getByRole('button', { name: 'Save as segment' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(segment);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The segment is saved.')).toBeVisible();

  await page.locator('body').press('j');
  await expect(page.getByRole('dialog', { name }).getByText('First seen')).toBeVisible();
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click();

  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected contacts' });
  await expect(bar.getByText('1 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('menuitem', { name: 'Block', exact: true }).click();
  await expect(page.getByText('1 contact is being changed.')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(rowOf(page, name).getByText('Blocked')).toBeVisible({ timeout: 3_000 });
  }).toPass();

  await page.getByRole('link', { name: 'Segments' }).click();
  await page.getByRole('link', { name: segment }).click();
  await expect(page).toHaveURL(/lastStatus/);
  await page.setViewportSize({ width: 360, height: 740 });
  await find(page, name);
  await expectAccessible(page);
});

test('a contact is added, with errors for invalid fields, changed, shown with its timeline, and erased once its name is typed', async ({
  signedIn,
}) => {
  test.setTimeout(120_000);
  const page = await signedIn(demo.manager.email);
  const name = unique('Nora Add');
  await page.goto('/contacts/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByText('A phone number or an e-mail address is needed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Country' }).fill('Spain');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${name.replace(/\W/g, '.')}@example.org`);
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByText('Two capital letters, such as NL.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Country' }).fill('ES');
  await page.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveAttribute('readonly', '');
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Company' }).fill('Ruiz Bicycles');
  await page.getByRole('switch', { name: 'Opted in' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText(/^Opted in/)).toBeVisible();
  await page.getByRole('button', { name: 'Add metadata' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('Frame');
  await page.getByRole('textbox', { name: 'Value' }).fill('54');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Frame' }).fill('56');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Message' }).click();
  await expect(page.getByRole('menuitem', { name: /WhatsApp.*No phone number/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Frame' })).toHaveValue('56');
  await page.getByRole('button', { name: 'Remove Frame' }).click();
  await expect(page.getByRole('textbox', { name: 'Frame' })).toHaveCount(0);
  await timeline.getByRole('textbox', { name: 'Write a note' }).fill('Prefers mornings');
  await timeline.getByRole('button', { name: 'Add note' }).click();
  await expect(timeline.getByText('Prefers mornings')).toBeVisible();

  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
  const erase = dialog.getByRole('button', { name: `Erase ${name}` });
  await expect(erase).toBeDisabled();
  await dialog.getByRole('textbox').fill(name);
  await erase.click();
  await expect(page.getByText('The contact is being erased.')).toBeVisible();
  await expect(async () => {
    await page.goto(`/contacts?${new URLSearchParams({ q: name }).toString()}`);
    await expect(page.getByText('Nothing matches')).toBeVisible({ timeout: 3_000 });
  }).toPass();
});

test('duplicates are merged, separated again with their own fields, and marked as two people', async ({
  signedIn,
}) => {
  test.setTimeout(120_000);
  const page = await signedIn(demo.manager.email);
  const name = unique('Twin Ruiz');
  const stamp = name.replace(/\D/g, '');
  await add(page, { Name: name, 'E-mail': `one.${stamp}@example.org`, Company: 'Ruiz' });
  await add(page, { Name: name, 'E-mail': `two.${stamp}@example.org`, Company: 'Ruiz Bicycles' });

  const pair = page.getByRole('region', { name: `${name} – ${name}` });
  const suggested = page.getByRole('button', { name: `${name} – ${name}` });
  await expect(async () => {
    await page.goto('/contacts/duplicates');
    await suggested.click({ timeout: 3_000 });
  }).toPass();
  await expect(pair.getByText(/conversations move/)).toBeVisible();
  await expectAccessible(page);
  await pair.getByRole('radio', { name: 'Company: Ruiz Bicycles' }).check();
  await pair.getByRole('button', { name: `Merge into ${name}` }).click();
  await expect(page.getByText(`Merged into ${name}`)).toBeVisible();
  await expect(pair).toHaveCount(0);
  await find(page, name);
  await expect(rowOf(page, name)).toHaveCount(1);

  await rowOf(page, name).getByRole('link', { name }).click();
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Ruiz Bicycles');
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: `Take ${name} apart again` }).click();
  await expect(page.getByText('Newer messages belong to the address that they came by')).toBeVisible();
  await page.getByRole('button', { name: 'Take apart', exact: true }).click();
  await expect(page.getByText(`${name} is a contact again.`)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Company' })).toHaveValue('Ruiz');
  await find(page, name);
  await expect(rowOf(page, name)).toHaveCount(2);

  // The manager now chooses the duplicate by searching for it.
  await rowOf(page, name).first().getByRole('link', { name }).click();
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Search contacts' })).toHaveValue(name);
  await dialog.getByRole('link', { name }).click();
  await expectAccessible(page);
  await pair.getByRole('button', { name: 'Not duplicates' }).click();
  await expect(pair).toHaveCount(0);
  await page.goto('/contacts/duplicates');
  await expect(page.getByRole('navigation', { name: 'Contacts' })).toBeVisible();
  await expect(suggested).toHaveCount(0);
});

test('an administrator creates a custom attribute and a manager fills it in', async ({ signedIn }) => {
  test.setTimeout(90_000);
  const attribute = unique('Tier');
  const admin = await signedIn(demo.admin.email);
  await admin.goto('/settings/contact-attributes');
  await admin.getByRole('button', { name: 'New attribute' }).click();
  await admin.getByRole('textbox', { name: 'Name' }).fill(attribute);
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('button', { name: `Edit ${attribute}` })).toBeVisible();
  await expectAccessible(admin);

  const page = await signedIn(demo.manager.email);
  const name = unique('Tess Tier');
  await add(page, { Name: name, 'E-mail': `${name.replace(/\W/g, '.')}@example.org` });
  await page.getByRole('textbox', { name: attribute }).fill('Gold');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText(/^Attribute changed/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: attribute })).toHaveValue('Gold');
});
