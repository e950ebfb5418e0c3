import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

test('a manager opens the facts behind a number, sees why each counts, and arranges the graphs', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const page = await signedIn(demo.manager.email);
  await page.goto('/insights?period=today');
  await expect(page.getByRole('heading', { level: 1, name: 'Insights' })).toBeVisible();
  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  const number = messages.getByRole('button', { name: /Show what is behind it/ });
  await expect(messages.getByText(/before/)).toBeVisible();
  const count = async () =>
    (await number.count()) === 0 ? 0 : Number((await number.innerText()).replace(/\D/g, ''));
  const before = await count();

  // The number is updated while the page is open.
  await new Contact(product, 'Ana Insights').write('How long does this take?');
  await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(before);
  await expect(page.locator('.apexcharts-svg').first()).toBeVisible();
  await expectAccessible(page);

  const shown = await count();
  await number.click();
  const drawer = page.getByRole('dialog', { name: 'Messages' });
  await expect(drawer.getByRole('status')).toHaveText(new RegExp(`^${shown} rows?$`));
  await drawer.getByRole('button', { name: 'Why is this here?' }).first().click();
  await expect(drawer.getByText('MessageReceived').first()).toBeVisible();
  await expect(drawer.getByText('Ana Insights').first()).toBeVisible();
  await expectAccessible(page);

  // The link lists all counted conversations in the inbox; the URL contains the question, so the list survives a
  // reload.
  await drawer.getByRole('link', { name: 'Open all in inbox' }).click();
  const list = page.getByRole('list', { name: 'Messages' });
  await list.getByRole('button', { name: /Ana Insights/ }).click();
  await expect(page.getByRole('main').getByText('How long does this take?').first()).toBeVisible();
  await page.reload();
  await expect(list.getByRole('button', { name: /Ana Insights/ })).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(list).toBeHidden();
  await page.goto('/insights?period=today');

  // The button explains how the number is counted.
  await messages.getByRole('button', { name: 'How is Messages counted?' }).click();
  await expect(page.getByText(/handed over for sending and not declined/)).toBeVisible();
  await page.keyboard.press('Escape');

  // Replaces the first graph and moves it by keyboard; both changes survive a reload.
  await messages.getByRole('button', { name: 'More for Messages' }).click();
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  const menu = page.getByRole('dialog', { name: 'Add graph at position 1' });
  await menu.getByRole('textbox', { name: 'Search graphs' }).fill('busiest');
  await menu.getByRole('button', { name: /Busiest hours/ }).click();
  await menu.getByRole('button', { name: 'Replace' }).click();
  await expect(menu).toBeHidden();
  const busiest = page.getByRole('region', { name: 'Busiest hours' });
  await expect(busiest.getByRole('table')).toBeVisible();
  await busiest.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(page.getByText('Busiest hours is at position 2 now')).toBeAttached();

  // Makes the graph wider by keyboard and higher by dragging its corner; both changes survive a reload.
  const narrow = (await busiest.boundingBox())!;
  await busiest.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText('Busiest hours takes columns: 2, rows: 1')).toBeAttached();
  const wide = (await busiest.boundingBox())!;
  expect(wide.width).toBeGreaterThan(narrow.width * 1.9);
  await page.mouse.move(wide.x + wide.width - 8, wide.y + wide.height - 8);
  await page.mouse.down();
  await page.mouse.move(wide.x + wide.width - 8, wide.y + wide.height * 1.8, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText('Busiest hours takes columns: 2, rows: 2')).toBeAttached();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('main').getByRole('region').nth(1)).toHaveAccessibleName('Busiest hours');

  // If no slot is free, the dialog names the graph that would be replaced, and a toast offers to undo the
  // replacement.
  const last = page.getByRole('main').getByRole('region').nth(5);
  const name = (await last.getAttribute('aria-label')) ?? '';
  await page.getByRole('button', { name: 'Add graph(s)' }).click();
  const more = page.getByRole('dialog', { name: 'Add graph at position 6' });
  await expect(more.getByRole('combobox', { name: 'Replaces' })).toHaveValue(`6. ${name}`);
  await more.getByRole('textbox', { name: 'Search graphs' }).fill('transfers');
  await more.getByRole('button', { name: /Transfers/ }).click();
  await more.getByRole('button', { name: 'Replace' }).click();
  await expect(last).toHaveAccessibleName('Transfers');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(last).toHaveAccessibleName(name);
  await expect.poll(async () => (await busiest.boundingBox())?.height).toBeGreaterThan(narrow.height * 1.9);

  // Subscribes to the dashboard by e-mail, opens the subscription by the link in such a mail, and cancels it.
  await page.getByRole('button', { name: 'Get this dashboard by e-mail' }).click();
  const reports = page.getByRole('dialog', { name: 'Dashboard by e-mail' });
  await reports.getByText('Weekly, on Monday').click();
  await expect(reports.getByRole('status')).toHaveText(/^Next: /);
  await expectAccessible(page);
  await page.goto('/insights?report=of-a-mail');
  await expect(reports.getByRole('radio', { name: 'Weekly, on Monday' })).toBeChecked();
  await reports.getByText('Never').click();
  await expect(reports.getByRole('status')).toHaveText('This dashboard does not come by e-mail');
  await page.keyboard.press('Escape');
  await expect(reports).toBeHidden();

  // The page explains how each number is counted, and compares versions of a definition over the same days.
  await busiest.getByRole('button', { name: 'How is Busiest hours counted?' }).click();
  await page.getByRole('link', { name: 'Definitions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Definitions' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search definitions' }).fill('resolve time');
  const definition = page.getByRole('region', { name: 'Resolve time' });
  await expect(definition.getByText(/^Version \d+, shown/)).toBeVisible();
  await expect(definition.getByText(/^Version 1 · since/)).toBeVisible();
  const versions = await definition.getByText(/^Version \d+/).count();
  expect(versions).toBeGreaterThan(1);
  await expect(definition.getByText(/\bcases?$/)).toHaveCount(versions);
  await expect(page.getByRole('region', { name: 'Messages', exact: true })).toBeHidden();
  await expectAccessible(page);
});
