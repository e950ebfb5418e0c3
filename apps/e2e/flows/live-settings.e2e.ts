import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

test('a team that an administrator renames has its new name on an agent’s screen, without a reload', async ({
  product,
  signedIn,
}) => {
  const admin = await Api.signIn(product, demo.admin.email);
  const created = await admin.request('POST', '/api/v3/teams', { name: 'Nightfall', colour: '#3b4fd8' });
  const { id } = (await created.json()) as { id: string };
  try {
    await new Contact(product, 'Lena Live').write('Hello');
    const page = await signedIn(demo.colleague.email);
    await page.goto('/messaging-inbox?list=new');
    await page.getByRole('option').filter({ hasText: 'Lena Live' }).click();
    await page.getByRole('button', { name: /^Assign/ }).click();
    await expect(page.getByRole('option', { name: 'Nightfall' })).toBeVisible();
    const loaded = await page.evaluate(() => performance.timeOrigin);

    await admin.request('PATCH', `/api/v3/teams/${id}`, { name: 'Daybreak', colour: '#0f7b6c' });
    await expect(page.getByRole('option', { name: 'Daybreak' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Nightfall' })).toHaveCount(0);
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
  } finally {
    await admin.request('DELETE', `/api/v3/teams/${id}`);
  }
});
