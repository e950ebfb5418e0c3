import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { draftTemplate as draft } from '../support/templates';
import { expect, expectAccessible, test } from '../support/test';

/** Name of a template of this run, since all flows share the demo organisation. */
const nameOf = (word: string) => `${word}_${Date.now().toString(36)}`;

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

test('a manager writes a template, WhatsApp approves it, and an agent sends it', async ({
  product,
  signedIn,
}) => {
  const name = nameOf('pickup');
  const manager = await signedIn(demo.manager.email);
  await draft(manager, name);

  // Typing a brace inserts a numbered variable.
  await body(manager).pressSequentially('Hello {, your order { is ready.');
  await expect(body(manager)).toHaveValue('Hello {{1}}, your order {{2}} is ready.');
  const preview = manager.getByRole('figure', { name: 'On a phone' });
  await expect(preview).toContainText('Hello {{1}}');
  await manager.getByRole('textbox', { name: 'Footer' }).fill('Bye 👋');
  await expect(manager.getByText('No emoji in the footer.')).toBeVisible();
  await manager.getByRole('textbox', { name: 'Footer' }).fill('Harbour Bikes');
  await manager.getByRole('button', { name: '2 things left' }).click();
  await expect(manager.getByRole('textbox', { name: '{{1}}' })).toBeFocused();
  await manager.getByRole('textbox', { name: '{{1}}' }).fill('Ana');
  await manager.getByRole('textbox', { name: '{{2}}' }).fill('4711');
  await expect(preview).toContainText('Hello Ana, your order 4711 is ready.');
  await expectAccessible(manager);

  await manager.getByRole('button', { name: 'Submit for review' }).click();
  const languages = manager.getByRole('navigation', { name: 'Languages' });
  await expect(languages).toContainText('Approved');

  const ana = new Contact(product, `Ana ${name}`);
  await ana.write('is it ready?');
  const agent = await signedIn(demo.agent.email);
  await agent.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(ana.name)}`);
  await agent.getByRole('option').filter({ hasText: ana.name }).click();
  const thread = agent.getByRole('region', { name: `Conversation with ${ana.name}` });
  await thread.getByRole('button', { name: 'Send template' }).click();
  await agent.getByRole('textbox', { name: 'Search templates' }).fill(name);
  await agent.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const dialog = agent.getByRole('dialog', { name });
  // The variable follows a greeting, so the contact's name is its suggested value.
  await expect(dialog.getByLabel('Variable 1')).toHaveValue(ana.name);
  await dialog.getByLabel('Variable 2').fill('0815');
  await expectAccessible(agent);
  await dialog.getByRole('button', { name: 'Send' }).click();
  const sent = thread.getByRole('article').filter({ hasText: 'your order 0815 is ready.' });
  await expect(sent.getByRole('img', { name: 'Read', exact: true })).toBeVisible();
});

test('a rejected template explains the reason and how to correct it', async ({ signedIn }) => {
  const name = nameOf('reject');
  const manager = await signedIn(demo.manager.email, { viewport: { width: 360, height: 740 } });
  await draft(manager, name);
  await body(manager).fill('We are open again.');
  await manager.getByRole('button', { name: 'Submit for review' }).click();
  const why = manager.getByRole('alert').filter({ hasText: 'WhatsApp rejected it' });
  await expect(why).toContainText('Its form is not right.');
  await expect(why).toContainText('Separate parameters with descriptive text.');
  await expectAccessible(manager);
});

test('Sync imports WhatsApp’s templates in all their languages', async ({ signedIn }) => {
  const manager = await signedIn(demo.manager.email);
  await manager.goto('/settings/whatsapp-templates');
  await manager.getByRole('button', { name: 'Sync' }).click();
  await expect(manager.getByText('Synced just now')).toBeVisible();
  const row = manager.getByRole('row').filter({ hasText: 'bike_ready' }).filter({ hasText: 'nl' });
  await expect(row).toContainText('Approved');
  await expect(row).toContainText('WhatsApp');
  await expect(row).toContainText('Not used');
  await expectAccessible(manager);
  await row.getByTitle('Spanish').click();
  await expect(body(manager)).toHaveValue('Hola {{1}}, su bicicleta está lista desde las {{2}}.');
  const beside = manager.getByRole('region', { name: 'Other languages' });
  await expect(beside.getByRole('figure')).not.toHaveCount(0);
  await expectAccessible(manager);
  await manager.setViewportSize({ width: 360, height: 740 });
  await expect(beside).toBeHidden();
  await manager.setViewportSize({ width: 1440, height: 900 });
  await beside.getByRole('link', { name: 'Dutch' }).click();
  await expect(beside.getByRole('link', { name: 'Spanish' })).toBeVisible();
});
