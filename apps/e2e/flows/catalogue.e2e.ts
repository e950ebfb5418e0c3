import type { Page } from '@playwright/test';
import type { CreatedResponse, MarkResponse } from '../../../libs/foundation/contracts/src/api/catalogue';
import { Api } from '../support/api';
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

/** Looks until it is counted: how much each is used is not pushed. */
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

test('tags: made, put on live for a colleague, merged, and deleted with what they are on', async ({
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

  // The name is another's, however it is written.
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
  await expectAccessible(mine);

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

test('labels: made by a manager, put on a contact by an agent, and taken off by a colleague', async ({
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

test('quick replies: a slash finds everybody’s and one’s own, and fills in names', async ({
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
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('The text is missing.')).toBeVisible();
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
  await manager.reload();
  await expect(manager.getByText(shared)).toBeVisible();
  await expect(manager.getByText(own)).toHaveCount(0);

  await open(agent, eva.name);
  const field = threadOf(agent, eva.name).getByRole('textbox');
  await field.pressSequentially(`Good morning! /${shared.slice(0, 7)}`);
  await expect(agent.getByRole('option', { name: shared })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(agent);
  await field.press('Enter');
  await expect(field).toHaveValue(
    `Good morning! Hi ${eva.name}, we open at 9. ${demo.agent.name} {{order.id}}`,
  );

  await field.fill('');
  await field.pressSequentially('/');
  await expect(agent.getByRole('option', { name: own })).toBeVisible();
  await field.press('Escape');
  await expect(agent.getByRole('option', { name: own })).toHaveCount(0);
  await expect(field).toBeFocused();
  await field.fill('on 1/2 and/or');
  await expect(agent.getByRole('listbox', { name: 'Quick replies' })).toHaveCount(0);

  // What is no quick reply goes to no contact unasked.
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

test('another organisation neither sees nor touches what is in the catalogue', async ({ product }) => {
  const [manager, agent, stranger] = await Promise.all(
    [demo.manager, demo.agent, demo.stranger].map(({ email }) => Api.signIn(product, email)),
  );
  const name = unique('secret');
  const madeBy = async (api: Api, path: string, body: object) =>
    (await (await api.request('POST', `/api/v3/${path}`, body)).json()) as CreatedResponse;
  const tag = await madeBy(manager!, 'tags', { name, colour: '#C92A2A' });
  const label = await madeBy(manager!, 'labels', { name, colour: '#c92a2a' });
  const own = await madeBy(agent!, 'quick-replies', { message: name, visibility: 'me' });
  const seen = await manager!.get<{ data: MarkResponse[] }>(`/api/v3/tags?minPosition=${tag.position}`);
  expect(seen.data).toContainEqual({ id: tag.id, name, colour: '#c92a2a', usage: 0 });
  await agent!.get(`/api/v3/quick-replies?minPosition=${own.position}`);

  const eva = new Contact(product, unique('Eva Stranger'));
  await eva.write('Hello');
  let chat: { id: string; contactId: string } | undefined;
  await expect
    .poll(async () => (chat = (await agent!.chats('new')).find((row) => row.contact.name === eva.name)))
    .toBeTruthy();
  const admin = await Api.signIn(product, 'beatriz@millstreet.example');
  const statusOf = async (api: Api, method: string, path: string, body?: object) =>
    (await api.request(method, `/api/v3/${path}`, body)).status;
  await expect.poll(() => statusOf(agent!, 'GET', `contacts/${chat!.contactId}`)).toBe(200);
  for (const path of ['tags', 'labels', 'quick-replies']) {
    expect(JSON.stringify(await stranger!.get(`/api/v3/${path}`))).not.toContain(name);
  }
  for (const [path, id] of [
    ['tags', tag.id],
    ['labels', label.id],
  ] as const) {
    expect(await statusOf(admin, 'PATCH', `${path}/${id}`, { name: 'ours' })).toBe(404);
    expect(await statusOf(admin, 'DELETE', `${path}/${id}`)).toBe(404);
    const theirs = await madeBy(admin, path, { name, colour: '#c92a2a' });
    expect(await statusOf(admin, 'POST', `${path}/${theirs.id}/merge`, { intoId: id })).toBe(404);
    expect(await statusOf(manager!, 'POST', `${path}/${id}/merge`, { intoId: theirs.id })).toBe(404);
    expect(await statusOf(admin, 'DELETE', `${path}/${theirs.id}`)).toBe(200);
    expect(await statusOf(agent!, 'DELETE', `${path}/${id}`)).toBe(403);
  }
  for (const api of [admin, manager!]) {
    expect(await statusOf(api, 'PATCH', `quick-replies/${own.id}`, { message: 'ours' })).toBe(404);
    expect(await statusOf(api, 'DELETE', `quick-replies/${own.id}`)).toBe(404);
  }
  expect(await statusOf(agent!, 'PATCH', `quick-replies/${own.id}`, { visibility: 'everybody' })).toBe(403);
  expect(await statusOf(agent!, 'POST', 'quick-replies', { message: 'Hi', visibility: 'everybody' })).toBe(
    403,
  );

  const theirTag = await madeBy(admin, 'tags', { name: unique('theirs'), colour: '#c92a2a' });
  const theirLabel = await madeBy(admin, 'labels', { name: unique('theirs'), colour: '#c92a2a' });
  const marks = (tagId: string, labelId: string) =>
    [
      ['POST', `messaging-chats/${chat!.id}/tags`, { tagId }],
      ['DELETE', `messaging-chats/${chat!.id}/tags/${tagId}`, undefined],
      ['POST', `contacts/${chat!.contactId}/labels`, { labelId }],
      ['DELETE', `contacts/${chat!.contactId}/labels/${labelId}`, undefined],
    ] as const;
  for (const [method, path, body] of [...marks(theirTag.id, theirLabel.id), ...marks(label.id, tag.id)]) {
    expect([path, await statusOf(agent!, method, path, body)]).toEqual([path, 404]);
  }
  for (const [method, path, body] of [...marks(tag.id, label.id), ...marks(theirTag.id, theirLabel.id)]) {
    expect([path, await statusOf(stranger!, method, path, body)]).toEqual([path, 404]);
  }
  // Unlinking needs the label to be on the contact.
  expect(await statusOf(agent!, 'DELETE', `contacts/${chat!.contactId}/labels/${label.id}`)).toBe(409);

  for (const body of [
    { name: '  ', colour: '#c92a2a' },
    { name: 'x'.repeat(51), colour: '#c92a2a' },
    { name: 'fine', colour: 'red' },
    { colour: '#c92a2a' },
  ]) {
    expect(await statusOf(manager!, 'POST', 'tags', body)).toBe(400);
  }
  for (const body of [
    { message: ' ', visibility: 'me' },
    { message: 'x'.repeat(4097), visibility: 'me' },
    { message: 'Hi', visibility: 'nobody' },
  ]) {
    expect(await statusOf(agent!, 'POST', 'quick-replies', body)).toBe(400);
  }
});

test('of many who make a tag of one name at once, one does', async ({ product }) => {
  const manager = await Api.signIn(product, demo.manager.email);
  const name = unique('race');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      manager.request('POST', '/api/v3/tags', {
        name: index % 2 ? name : name.toUpperCase(),
        colour: '#c92a2a',
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(((await refused.json()) as { code: string }).code).toBe('tag_name_taken');
});
