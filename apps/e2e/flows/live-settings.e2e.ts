import type { TeamResponse } from '../../../libs/foundation/contracts/src/api/access';
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

test('a form follows what others change, and keeps what was typed', async ({ product, signedIn }) => {
  const other = await Api.signIn(product, demo.admin.email);
  const created = await other.request('POST', '/api/v3/teams', { name: 'Flood tide', colour: '#3b4fd8' });
  const { id } = (await created.json()) as { id: string };
  try {
    const page = await signedIn(demo.manager.email);
    await page.goto(`/settings/teams/${id}`);
    const [name, email] = ['Name', 'E-mail address'].map((label) =>
      page.getByRole('textbox', { name: label }),
    );
    await email!.fill('not an address');
    await other.request('PATCH', `/api/v3/teams/${id}`, { name: 'Ebb tide' });
    await expect(name!).toHaveValue('Ebb tide');
    await expect(email!).toHaveValue('not an address');

    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('This is not an e-mail address.')).toBeVisible();
    await expect(email!).toBeFocused();
    await email!.fill('tide@harbour.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect
      .poll(() => other.get<TeamResponse>(`/api/v3/teams/${id}`))
      .toMatchObject({ name: 'Ebb tide', email: 'tide@harbour.example' });
  } finally {
    await other.request('DELETE', `/api/v3/teams/${id}`);
  }
});
