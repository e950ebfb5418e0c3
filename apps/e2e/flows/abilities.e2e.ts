import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

test('administrators see who may do what, and nobody else does', async ({ signedIn }) => {
  const admin = await signedIn(demo.admin.email, { locale: 'en-GB' });
  await admin.goto('/settings/abilities');
  await expect(admin.getByRole('heading', { level: 1, name: 'Abilities' })).toBeVisible();
  const rowOf = (name: string) => admin.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(rowOf('Users').getByRole('cell')).toHaveText(['read', 'read, add, change', 'Everything']);
  await expect(rowOf('Messaging inbox').getByRole('cell')).toHaveText([
    'Everything',
    'Everything',
    'Everything',
  ]);
  await expect(rowOf('Developer tools').getByRole('cell').first().getByRole('img')).toHaveAccessibleName(
    'Nothing',
  );

  const manager = await signedIn(demo.manager.email);
  await manager.goto('/settings');
  await expect(manager.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await expect(manager.getByRole('link', { name: 'Abilities' })).toHaveCount(0);
  await manager.goto('/settings/abilities');
  await expect(manager).toHaveURL(/\/not-authorized$/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing serious for axe, ${colorScheme}`, async ({ signedIn }) => {
    const page = await signedIn(demo.admin.email, { colorScheme });
    await page.goto('/settings/abilities');
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page);
    await page.goto('/settings');
    await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
    await expectAccessible(page);
  });
}
