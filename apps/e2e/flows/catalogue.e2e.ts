import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });
const unique = (word: string) => `${word} ${String(Date.now()).slice(-6)}`;

async function open(page: Page, name: string): Promise<void> {
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, name).click();
  await expect(threadOf(page, name).getByRole('textbox')).toBeVisible();
}

async function make(page: Page, what: 'tag' | 'label', name: string): Promise<void> {
  await page.getByRole('button', { name: `New ${what}` }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
}

/** Reloads until the number of uses is shown, because it is not pushed. */
async function expectUse(page: Page, name: string, use: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText(use, { timeout: 5_000 });
  }).toPass();
}

async function menuOf(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a tag is created, appears on a conversation live for a colleague, is merged, and deleted from its conversations', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const [refund, returns] = [unique('refund'), unique('returns')];
  const ana = new Contact(product, unique('Ana Tag'));
  await ana.write('I want my money back');
  const manager = await signedIn(demo.manager.email);
  await manager.goto('/settings/tags');
  await make(manager, 'tag', refund);
  await make(manager, 'tag', returns);
  await expectAccessible(manager);

  // A second tag must not have the same name, even in other letter case.
  await manager.getByRole('button', { name: 'New tag' }).click();
  await manager.getByRole('textbox', { name: 'Name' }).fill(refund.toUpperCase());
  await manager.getByRole('button', { name: 'Create' }).click();
  await expect(manager.getByText('Another tag has that name.')).toBeVisible();
  await expect(manager.getByRole('textbox', { name: 'Name' })).toHaveValue(refund.toUpperCase());
  await manager.getByRole('button', { name: 'Cancel' }).click();

  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  await open(mine, ana.name);
  await theirs.goto('/messaging-inbox?list=new');
  await mine.getByRole('heading', { name: ana.name }).first().click();
  await mine.keyboard.press('t');
  await mine.getByRole('textbox', { name: 'Search tags' }).fill(refund);
  await mine.getByRole('option', { name: refund }).click();
  await mine.keyboard.press('Escape');
  await expect(threadOf(mine, ana.name).getByText(`Tag ${refund} added by you`)).toBeVisible();
  await expect(rowOf(theirs, ana.name).getByRole('img', { name: refund })).toBeVisible();

  await expectUse(manager, refund, '1 conversation');
  await menuOf(manager, refund, 'Merge');
  const merge = manager.getByRole('dialog');
  await expect(merge.getByText(`1 conversation has ${refund}.`)).toBeVisible();
  await merge.getByLabel('Into').first().click();
  await manager.getByRole('option', { name: returns }).click();
  await merge.getByRole('button', { name: 'Merge' }).click();
  await expect(manager.getByRole('button', { name: `Edit ${refund}` })).toHaveCount(0);
  await expect(rowOf(theirs, ana.name).getByRole('img', { name: returns })).toBeVisible();

  await menuOf(manager, returns, 'Delete');
  await expect(manager.getByRole('dialog').getByText('It is taken off 1 conversation.')).toBeVisible();
  await manager.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(manager.getByText(`${returns} is deleted. 1 conversation had it.`)).toBeVisible();
  await expect(rowOf(theirs, ana.name).getByRole('img', { name: returns })).toHaveCount(0);
});

test('a manager creates a label, an agent puts it on a contact, and a colleague removes it', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const label = unique('wholesale');
  const ben = new Contact(product, unique('Ben Label'));
  await ben.write('Fifty bikes, please');
  const manager = await signedIn(demo.manager.email);
  await manager.goto('/settings/labels');
  await make(manager, 'label', label);

  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  await open(mine, ben.name);
  await open(theirs, ben.name);
  const labelsOf = (page: Page) => page.getByRole('region', { name: 'Labels' });
  await mine.getByRole('heading', { name: ben.name }).first().click();
  await mine.keyboard.press('l');
  await mine.getByRole('option', { name: label }).click();
  await mine.keyboard.press('Escape');
  for (const page of [mine, theirs]) await expect(labelsOf(page).getByText(label)).toBeVisible();

  await labelsOf(theirs).getByRole('button', { name: 'Label the contact' }).click();
  await theirs.getByRole('option', { name: label }).click();
  await theirs.keyboard.press('Escape');
  for (const page of [mine, theirs]) await expect(labelsOf(page).getByText('No labels')).toBeVisible();
  await expectUse(manager, label, '0 contacts');
});

test('a slash finds shared and private quick replies, which insert names; a text with an unknown variable is not sent', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const [shared, own] = [unique('hours').replace(' ', ''), unique('mine').replace(' ', '')];
  const eva = new Contact(product, unique('Eva Quick'));
  await eva.write('When do you open?');
  const manager = await signedIn(demo.manager.email);
  await manager.goto('/settings/quick-replies');
  await manager.getByRole('button', { name: 'New quick reply' }).click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill(shared);
  await dialog
    .getByRole('textbox', { name: 'Text' })
    .fill('Hi {{contact.name}}, we open at 9. {{agent.name}} {{order.id}}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(manager.getByRole('list', { name: 'Everybody’s' }).getByText(shared)).toBeVisible();
  await expectAccessible(manager);

  const agent = await signedIn(demo.agent.email);
  await agent.goto('/settings/quick-replies');
  await expect(agent.getByText(shared)).toBeVisible();
  await expect(agent.getByRole('button', { name: `More for ${shared}` })).toHaveCount(0);
  await agent.getByRole('button', { name: 'New quick reply' }).click();
  await agent.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill(own);
  await agent.getByRole('dialog').getByRole('textbox', { name: 'Text' }).fill('Only for me');
  await agent.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(agent.getByRole('list', { name: 'Only mine' }).getByText(own)).toBeVisible();

  await open(agent, eva.name);
  const field = threadOf(agent, eva.name).getByRole('textbox');
  await field.pressSequentially(`Good morning! /${shared.slice(0, 7)}`);
  await expect(agent.getByRole('option', { name: shared })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(agent);
  await field.press('Enter');
  await expect(field).toHaveValue(
    `Good morning! Hi ${eva.name}, we open at 9. ${demo.agent.name} {{order.id}}`,
  );
  // Enter does not send a variable without a value, but selects it, so that the agent can replace it.
  const unknown = threadOf(agent, eva.name)
    .getByRole('status')
    .filter({ hasText: '{{order.id}} is not known.' });
  await expect(unknown).toBeVisible();
  await field.press('Enter');
  await agent.keyboard.type('Yours');
  await expect(field).toHaveValue(`Good morning! Hi ${eva.name}, we open at 9. ${demo.agent.name} Yours`);
  await expectAccessible(agent);

  await field.fill('');
  await field.pressSequentially('/');
  await expect(agent.getByRole('option', { name: own })).toBeVisible();
  await field.press('Escape');
  await expect(agent.getByRole('option', { name: own })).toHaveCount(0);
  await expect(field).toBeFocused();

  // A text that begins with a slash but is no quick reply is sent only after a confirmation.
  await field.fill('/nosuchreply');
  await field.press('Control+Shift+Enter');
  const question = threadOf(agent, eva.name).getByRole('alert').filter({ hasText: 'is no quick reply' });
  await expect(question.getByRole('button', { name: 'Send and archive' })).toBeVisible();
  await expectAccessible(agent);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveValue('/nosuchreply');
  await expect(
    threadOf(agent, eva.name).getByRole('article').filter({ hasText: '/nosuchreply' }),
  ).toHaveCount(0);
});
