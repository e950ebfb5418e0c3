import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { inDatabase } from '../support/database';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowsOf = (page: Page) => page.getByRole('listbox').getByRole('option');
const unique = (word: string) => `${word}${String(Date.now()).slice(-6)}`;

test('a manager assigns all matching conversations, the agent sees them arrive, and the result stays until it was seen', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const family = unique('Everyone');
  const contacts = Array.from({ length: 12 }, (_, n) => new Contact(product, `${family} No${n + 1}`));
  for (const contact of contacts) await contact.write('One of all');

  const agent = await signedIn(demo.agent.email);
  await agent.goto(`/messaging-inbox?list=personal&keyword=${family}`);
  await expect(agent.getByText('Nothing matches').first()).toBeVisible();
  await agent.getByRole('button', { name: 'Select conversations' }).click();
  await expect(agent.getByRole('toolbar', { name: 'Selected conversations' })).toBeVisible();
  await expect(agent.getByRole('button', { name: /^Assign all/ })).toHaveCount(0);
  await agent.keyboard.press('Escape');

  const manager = await signedIn(demo.manager.email);
  await manager.goto(`/messaging-inbox?list=new&keyword=${family}`);
  await expect(rowsOf(manager)).toHaveCount(12);
  await manager.getByRole('button', { name: 'Select conversations' }).click();
  await manager.getByRole('button', { name: 'Assign all 12…' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Assign all 12 conversations' });
  await expect(dialog.getByRole('button', { name: 'Assign 12' })).toBeDisabled();
  // The list of options opens only on typing, because it would cover the text. Enter chooses the first match.
  await expect(dialog.getByRole('combobox', { name: 'Assign to' })).toBeFocused();
  await expect(manager.getByRole('option', { name: demo.agent.name })).toHaveCount(0);
  await expectAccessible(manager);
  await manager.keyboard.type('Sanne');
  await manager.keyboard.press('Enter');
  await expect(dialog.getByText(`12 conversations go to ${demo.agent.name}`)).toBeVisible();
  await expectAccessible(manager);
  await dialog.getByRole('button', { name: 'Assign 12' }).click();
  await expect(dialog).toHaveCount(0);

  // Manager and agent see the result without any action; the manager also sees it after a reload.
  const words = `12 conversations were assigned to ${demo.agent.name}.`;
  // Filtered by text, because other flows of this product have run such jobs, too.
  const notice = manager.getByRole('group', { name: 'Assigning conversations' }).filter({ hasText: words });
  // The notice stays while the pointer is over it, even without the focus; then it closes automatically and does not
  // come back.
  await notice.getByText(words).hover();
  await expect(rowsOf(agent)).toHaveCount(12);
  await expect(manager.getByText('Nothing matches').first()).toBeVisible();
  let isPutAway = false;
  manager.on('request', (request) => (isPutAway ||= request.url().endsWith('/put-away')));
  await manager.clock.install();
  const close = notice.getByRole('button', { name: 'Close' });
  await close.focus();
  await close.press('Tab');
  await expect(close).not.toBeFocused();
  await manager.clock.fastForward(20_000);
  await expectAccessible(manager);
  expect(isPutAway).toBe(false);
  await manager.mouse.move(0, 0);
  await manager.clock.fastForward(20_000);
  await expect(notice).toHaveCount(0);
  await manager.reload();
  await expect(manager.getByRole('listbox').or(manager.getByText('Nothing matches').first())).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('Cancel leaves the remaining conversations unchanged, and the notice counts them', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const family = unique('Halfway');
  for (let n = 1; n <= 55; n++) await new Contact(product, `${family} No${n}`).write('One of many');
  const colleague = await signedIn(demo.colleague.email);
  await colleague.goto(`/messaging-inbox?list=personal&keyword=${family}`);
  const manager = await signedIn(demo.manager.email);
  await manager.goto(`/messaging-inbox?list=new&keyword=${family}`);
  await manager.getByRole('button', { name: 'Select conversations' }).click();
  await manager.getByRole('button', { name: 'Assign all 55…' }).click();
  const dialog = manager.getByRole('dialog', { name: 'Assign all 55 conversations' });
  await dialog.getByRole('combobox', { name: 'Assign to' }).fill('Amara');
  await manager.getByRole('option', { name: demo.colleague.name }).click();

  const notice = manager.getByRole('group', { name: 'Assigning conversations' });
  await inDatabase(product, async (database) => {
    await database.query('begin');
    // A database lock keeps the job runner from recording progress, so the job stops after its first batch.
    await database.query("select from parley.lease where pool = 'jobs' for update");
    await dialog.getByRole('button', { name: 'Assign 55' }).click();
    await expect(colleague.getByText('50 conversations')).toBeAttached();
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await notice.getByText(/^Cancelled: \d+ of 55 /).hover();
    await database.query('rollback');
  });
  await expect(notice.getByText('Cancelled: 5 of 55 were left as they were.')).toBeVisible();
  await expect(notice.getByText(`50 conversations were assigned to ${demo.colleague.name}.`)).toBeVisible();
  await expect(rowsOf(manager)).toHaveCount(5);
  // On a phone, the notice is above the list and covers nothing.
  await manager.setViewportSize({ width: 360, height: 740 });
  const list = manager.getByRole('region', { name: /^Conversations:/ });
  await expect
    .poll(async () => {
      const [above, below] = [await notice.boundingBox(), await list.boundingBox()];
      return above && below && above.y + above.height <= below.y;
    })
    .toBe(true);
  await notice.getByRole('button', { name: 'Close' }).click();
});
