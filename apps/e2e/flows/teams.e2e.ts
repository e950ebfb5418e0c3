import type { CommandResponse, CreatedResponse } from '../../../libs/foundation/contracts/src/api/conversations';
import type { TeamResponse } from '../../../libs/foundation/contracts/src/api/access';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

/** Teams of a run of its own: the demo organisation is everybody's. */
const nameOf = (word: string) => `${word} ${Date.now().toString(36)}`;

async function createTeam(api: Api, name: string): Promise<string> {
  const response = await api.request('POST', '/api/v3/teams', { name, colour: '#0f7b6c' });
  expect(response.status).toBe(201);
  const { id, position } = (await response.json()) as CreatedResponse;
  await api.get(`/api/v3/teams/${id}?minPosition=${position}`);
  return id;
}

test('a manager makes a team, a colleague’s screen shows it at once, and it ends with its conversations kept', async ({
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
  // Looks until it is counted: the counts are not pushed.
  await expect(async () => {
    await manager.reload();
    await expect(row).toContainText('1 open conversation', { timeout: 5_000 });
  }).toPass();

  await row.getByRole('link').click();
  await manager.getByRole('textbox', { name: 'Name' }).fill(renamed);
  await manager.getByRole('textbox', { name: 'E-mail address' }).fill('not an address');
  await manager.getByRole('button', { name: 'Save' }).click();
  await expect(manager.getByText('This is not an e-mail address.')).toBeVisible();
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

test('leaving a changed team asks first, and what was typed stays', async ({ product, signedIn }) => {
  const api = await Api.signIn(product, demo.manager.email);
  const id = await createTeam(api, nameOf('Leaving'));
  const page = await signedIn(demo.manager.email);
  await page.goto(`/settings/teams/${id}`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed');
  await page.getByRole('link', { name: 'Teams' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed');
  await page.getByRole('link', { name: 'Teams' }).first().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/settings\/teams$/);
  await api.request('DELETE', `/api/v3/teams/${id}`);
});

test('agents may not, and another organisation finds nothing', async ({ product, signedIn }) => {
  const [manager, agent, stranger] = await Promise.all(
    [demo.manager, demo.agent, demo.stranger].map(({ email }) => Api.signIn(product, email)),
  );
  const baker = await Api.signIn(product, 'beatriz@millstreet.example');
  const id = await createTeam(manager!, nameOf('Hidden'));
  const status = async (api: Api, method: string, path: string, body?: unknown) =>
    (await api.request(method, path, body)).status;
  const change = { name: 'Ours' };
  expect(await status(agent!, 'POST', '/api/v3/teams', { name: 'Mine', colour: '#0f7b6c' })).toBe(403);
  expect(await status(agent!, 'PATCH', `/api/v3/teams/${id}`, change)).toBe(403);
  expect(await status(agent!, 'DELETE', `/api/v3/teams/${id}`)).toBe(403);
  expect(await status(agent!, 'GET', '/api/v3/messaging/count/teams')).toBe(403);
  expect(await status(stranger!, 'GET', `/api/v3/teams/${id}`)).toBe(404);
  expect(await status(baker, 'GET', `/api/v3/teams/${id}`)).toBe(404);
  expect(await status(baker, 'PATCH', `/api/v3/teams/${id}`, change)).toBe(404);
  expect(await status(baker, 'DELETE', `/api/v3/teams/${id}`)).toBe(404);
  const { data: users } = await baker.get<{ data: { id: string }[] }>('/api/v3/users');
  const ours = { userIds: [users[0]!.id] };
  expect(await status(manager!, 'PATCH', `/api/v3/teams/${id}`, ours)).toBe(404);
  const { teamUsers } = await manager!.get<TeamResponse>(`/api/v3/teams/${id}`);
  expect(teamUsers).toEqual([]);

  const page = await signedIn(demo.agent.email);
  await page.goto('/settings/teams');
  await expect(page).toHaveURL(/\/not-authorized$/);
  const gone = (await (await manager!.request('DELETE', `/api/v3/teams/${id}`)).json()) as CommandResponse;
  expect(await status(manager!, 'GET', `/api/v3/teams/${id}?minPosition=${gone.position}`)).toBe(404);
});

test.describe('on a telephone', () => {
  test('nothing of the pages is wider than 360 pixels', async ({ signedIn }) => {
    const page = await signedIn(demo.manager.email, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    for (const path of ['/settings/teams', '/settings/teams/add']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
    }
  });
});
