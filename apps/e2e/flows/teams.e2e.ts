import type { CreatedResponse } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

/** Name of a team of this run, since all flows share the demo organisation. */
const nameOf = (word: string) => `${word} ${Date.now().toString(36)}`;

async function createTeam(api: Api, name: string): Promise<string> {
  const response = await api.request('POST', '/api/v3/teams', { name, colour: '#0f7b6c' });
  expect(response.status).toBe(201);
  const { id, position } = (await response.json()) as CreatedResponse;
  await api.get(`/api/v3/teams/${id}?minPosition=${position}`);
  return id;
}

test('a manager creates a team, which a colleague sees at once, and deletes it without losing its conversations', async ({
  product,
  signedIn,
}) => {
  const [name, renamed] = [nameOf('Workshop'), nameOf('Repairs')];
  const ana = new Contact(product, nameOf('Ana'));
  await ana.write('The brake squeaks');
  const [manager, agent] = [await signedIn(demo.manager.email), await signedIn(demo.colleague.email)];
  const conversation = agent.getByRole('region', { name: `Conversation with ${ana.name}` });
  await agent.getByRole('link', { name: /^New/ }).click();
  await agent.getByRole('option').filter({ hasText: ana.name }).click();
  await conversation.getByRole('button', { name: /Assign/ }).waitFor();

  await manager.goto('/settings/teams');
  await manager.getByRole('link', { name: 'Add team' }).click();
  await manager.getByRole('textbox', { name: 'Name' }).fill('Sales');
  await manager.getByRole('radio', { name: 'Amber' }).check();
  const search = manager.getByRole('combobox', { name: 'Members' });
  await search.fill('okafor');
  await expect(manager.getByRole('option')).toHaveCount(1);
  await search.press('ArrowDown');
  await search.press('Enter');
  await expect(manager.getByRole('list', { name: 'Members' })).toContainText('Amara Okafor');
  await expectAccessible(manager);

  await manager.getByRole('button', { name: 'Create team' }).click();
  await expect(manager.getByText('Another team is called that.')).toBeVisible();
  await expect(manager.getByRole('list', { name: 'Members' })).toContainText('Amara Okafor');
  await manager.getByRole('textbox', { name: 'Name' }).fill(name);
  await manager.getByRole('button', { name: 'Create team' }).click();
  const row = manager.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('1 member');
  await expectAccessible(manager);

  await conversation.getByRole('button', { name: /Assign/ }).click();
  await agent.getByRole('option', { name }).click();
  // Reloads until the count is shown, because it is not pushed.
  await expect(async () => {
    await manager.reload();
    await expect(row).toContainText('1 open conversation', { timeout: 5_000 });
  }).toPass();

  await row.getByRole('link').click();
  await manager.getByRole('textbox', { name: 'Name' }).fill(renamed);
  await manager.getByRole('textbox', { name: 'E-mail address' }).fill('repairs@harbour.example');
  await manager.getByRole('button', { name: 'Save' }).click();
  await expect(manager.getByText('Saved.')).toBeVisible();
  await expect(conversation.getByRole('button', { name: `Assigned to ${renamed}. Assign to` })).toBeVisible();

  await manager.getByRole('button', { name: 'Delete team' }).click();
  const question = manager.getByRole('dialog', { name: `Delete ${renamed}?` });
  await expect(question).toContainText('1 open conversation is then');
  await expectAccessible(manager);
  await question.getByRole('button', { name: 'Delete team' }).click();
  await expect(manager).toHaveURL(/\/settings\/teams$/);
  await expect(manager.getByText(name)).toBeHidden();
  await agent.getByRole('link', { name: /^New/ }).click();
  await expect(agent.getByRole('option').filter({ hasText: ana.name })).toBeVisible();
});

test('a team’s form shows colleagues’ changes, keeps typed values, and asks for confirmation before it is left', async ({
  product,
  signedIn,
}) => {
  const api = await Api.signIn(product, demo.manager.email);
  const [name, renamed] = [nameOf('Flood tide'), nameOf('Ebb tide')];
  const id = await createTeam(api, name);
  const page = await signedIn(demo.manager.email);
  await page.goto(`/settings/teams/${id}`);
  const [title, email] = ['Name', 'E-mail address'].map((label) =>
    page.getByRole('textbox', { name: label }),
  );
  await expect(title!).toHaveValue(name);
  await email!.fill('not an address');
  await api.request('PATCH', `/api/v3/teams/${id}`, { name: renamed });
  await expect(title!).toHaveValue(renamed);
  await expect(email!).toHaveValue('not an address');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is not an e-mail address.')).toBeVisible();
  await expect(email!).toBeFocused();

  await page.getByRole('link', { name: 'Teams' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(email!).toHaveValue('not an address');
  await page.getByRole('link', { name: 'Teams' }).first().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/settings\/teams$/);

  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/settings/teams', '/settings/teams/add']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
  }
  await api.request('DELETE', `/api/v3/teams/${id}`);
});
