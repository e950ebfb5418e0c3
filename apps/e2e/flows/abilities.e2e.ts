import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

test('administrators see the table of abilities, and no other users do', async ({ signedIn }) => {
  const admin = await signedIn(demo.admin.email);
  await admin.goto('/settings/abilities');
  await expect(admin.getByRole('heading', { level: 1, name: 'Abilities' })).toBeVisible();
  const rowOf = (name: string) => admin.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(rowOf('Users').getByRole('cell')).toHaveText(['read', 'read, add, change', 'Everything']);
  await expect(rowOf('Developer tools').getByRole('cell').first().getByRole('img')).toHaveAccessibleName(
    'Nothing',
  );
  await expectAccessible(admin);
  await admin.emulateMedia({ colorScheme: 'dark' });
  await admin.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(admin);
  await admin.goto('/settings');
  await expect(admin.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await expectAccessible(admin);

  const manager = await signedIn(demo.manager.email);
  await manager.goto('/settings');
  await expect(manager.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await expect(manager.getByRole('link', { name: 'Abilities' })).toHaveCount(0);
  const agent = await signedIn(demo.agent.email);
  await expect(agent.getByRole('link', { name: 'Workload' })).toHaveCount(0);
  for (const [page, path] of [
    [manager, '/settings/abilities'],
    [agent, '/settings/users'],
    [agent, '/settings/developers/parked'],
    [agent, '/workload'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/not-authorized$/);
  }
});
