import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const nameOf = (word: string) => `${word} ${Date.now().toString(36)}`;

test('an administrator creates an API key, a program uses it, its secret is rotated, and it is revoked', async ({
  product,
  signedIn,
}) => {
  const name = nameOf('CRM sync');
  const read = async (secret: string | null) => {
    const response = await fetch(`${product.url}/api/v3/tags`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    return response.status;
  };
  const page = await signedIn(demo.admin.email);
  await page.goto('/settings/developers');
  await page.getByRole('link', { name: 'New API key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('row', { name: 'Tags' }).getByText('Read', { exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create key' }).click();

  const dialog = page.getByRole('dialog', { name: 'The secret of your key' });
  const secret = await dialog.getByTestId('secret').textContent();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  expect(await read(secret)).toBe(200);

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const next = await dialog.getByTestId('secret').textContent();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  expect([await read(secret), await read(next)]).toEqual([200, 200]);

  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('The key is revoked.')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await expect.poll(() => read(secret)).toBe(401);
  expect(await read(next)).toBe(401);
});
