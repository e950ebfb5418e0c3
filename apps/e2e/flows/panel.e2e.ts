import type { Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';
import type { Product } from '../support/product';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Contact' });

async function open(page: Page, name: string, list = 'new'): Promise<void> {
  await page.goto(`/messaging-inbox?list=${list}`);
  await rowOf(page, name).click();
  await expect(threadOf(page, name).getByRole('article').first()).toBeVisible();
}

/** Sets whether the demo channel's conversations can be deleted. */
async function allowDeleting(product: Product, mayDelete: boolean): Promise<void> {
  const admin = await Api.signIn(product, demo.admin.email);
  expect((await admin.request('PATCH', `/api/v3/channels/${demo.channelId}`, { mayDelete })).status).toBe(
    200,
  );
}

test('a manager edits a contact, sees a violated rule at its field, and a colleague sees the changes live', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Details');
  await ana.write('who am I?');
  const [mine, theirs] = [await signedIn(demo.manager.email), await signedIn(demo.agent.email)];
  for (const page of [mine, theirs]) await open(page, ana.name);
  const panel = panelOf(mine);
  await expect(panel.getByText(`+${ana.phone}`).last()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Change Phone' })).toHaveCount(0);

  await panel.getByRole('button', { name: 'Change E-mail' }).click();
  const email = panel.getByRole('textbox', { name: 'E-mail' });
  await email.fill('ana at home');
  await email.press('Enter');
  await expect(panel.getByText('This is not an e-mail address.')).toBeVisible();
  await expect(email).toHaveValue('ana at home');
  // The address already belongs to another contact.
  const admin = await Api.signIn(product, demo.admin.email);
  const taken = `taken.${ana.phone}@example.org`;
  const other = await admin.request('POST', '/api/v3/contacts', { name: 'Ben Details', email: taken });
  expect(other.status).toBe(201);
  await email.fill(taken.toUpperCase());
  await email.press('Enter');
  await expect(panel.getByText('Another contact has this already.')).toBeVisible();
  await expect(email).toHaveValue(taken.toUpperCase());
  const address = `ana.${ana.phone}@example.org`;
  await email.fill(address);
  await email.press('Enter');
  await expect(panel.getByText(address)).toBeVisible();

  await panel.getByRole('button', { name: 'Show all fields' }).click();
  await panel.getByRole('button', { name: 'Change Country' }).click();
  const country = panel.getByRole('textbox', { name: 'Country' });
  await country.fill('Spain');
  await country.press('Enter');
  await expect(panel.getByText('Two capital letters, such as NL.')).toBeVisible();
  await country.press('Escape');
  await panel.getByRole('button', { name: 'Change Company' }).click();
  await panel.getByRole('textbox', { name: 'Company' }).fill('Ruiz Bicycles');
  await panel.getByRole('textbox', { name: 'Company' }).press('Enter');

  await panel.getByRole('button', { name: 'Add metadata' }).click();
  await panel
    .getByRole('combobox', { name: 'Name' })
    .or(panel.getByRole('textbox', { name: 'Name', exact: true }))
    .fill('Frame size');
  await panel.getByRole('textbox', { name: 'Value' }).fill('54');
  await panel.getByRole('textbox', { name: 'Value' }).press('Enter');
  await expect(panel.getByText('Frame size')).toBeVisible();

  // The agent, who has no access to the contacts pages, can read the details but not change them.
  const reading = panelOf(theirs);
  await expect(reading.getByText('Ruiz Bicycles')).toBeVisible();
  await expect(reading.getByText('Frame size')).toBeVisible();
  await expect(reading.getByText(address)).toBeVisible();
  await expect(reading.getByRole('button', { name: /^Change/ })).toHaveCount(0);
});

test('colleagues comment on a contact among themselves, and change only their own comments', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Comments');
  await ana.write('hello');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  for (const page of [mine, theirs]) await open(page, ana.name);
  const field = panelOf(mine).getByRole('textbox', { name: 'Add an internal comment' });
  await field.fill('Prefers mornings');
  await field.press('Control+Enter');
  await expect(field).toHaveValue('');
  const theirComment = panelOf(theirs).getByRole('listitem').filter({ hasText: 'Prefers mornings' });
  await expect(theirComment).toBeVisible();
  await expect(theirComment.getByRole('button')).toHaveCount(0);

  const comment = panelOf(mine).getByRole('listitem').filter({ hasText: 'Prefers' });
  await comment.getByRole('button', { name: 'Change the comment' }).click();
  await comment.getByRole('textbox').fill('Prefers evenings');
  await comment.getByRole('button', { name: 'Save' }).click();
  await expect(panelOf(theirs).getByText('Prefers evenings')).toBeVisible();

  await comment.getByRole('button', { name: 'Remove the comment' }).click();
  await comment.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(panelOf(theirs).getByText('Prefers evenings')).toHaveCount(0);
});

test('a blocked contact can still write but gets no answer, and a VIP has a star, live for colleagues', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Blocked');
  await ana.write('spam');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  for (const page of [mine, theirs]) await open(page, ana.name);

  await mine.keyboard.press('Control+k');
  const palette = mine.getByRole('dialog');
  await palette.getByRole('textbox').or(palette.getByRole('searchbox')).first().fill('block');
  await mine.keyboard.press('Enter');
  const blocked = `${ana.name} is blocked and cannot be answered.`;
  for (const page of [mine, theirs]) {
    await expect(threadOf(page, ana.name).getByText(blocked)).toBeVisible();
    await expect(panelOf(page).getByText('Blocked', { exact: true })).toBeVisible();
  }
  await ana.write('more spam');
  await expect(threadOf(mine, ana.name).getByRole('article').filter({ hasText: 'more spam' })).toBeVisible();
  await threadOf(theirs, ana.name).getByRole('button', { name: 'Unblock contact' }).click();
  await expect(threadOf(mine, ana.name).getByRole('textbox')).toBeVisible();

  await panelOf(mine).getByRole('button', { name: 'More about the contact' }).click();
  await mine.getByRole('menuitem', { name: 'Mark contact as VIP' }).click();
  await expect(rowOf(theirs, ana.name).getByRole('img', { name: 'VIP' })).toBeVisible();
  await expect(panelOf(theirs).getByText('VIP')).toBeVisible();
});

test('a conversation can be deleted only if its channel allows it, for all users and permanently', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Deleted');
  await ana.write('forget me');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  for (const page of [mine, theirs]) await open(page, ana.name);
  const more = () => threadOf(mine, ana.name).getByRole('button', { name: 'More', exact: true });
  const remove = () => mine.getByRole('menuitem', { name: 'Delete conversation' });
  await more().click();
  await expect(mine.getByRole('menuitem', { name: 'Block contact' })).toBeVisible();
  await expect(remove()).toHaveCount(0);
  await mine.keyboard.press('Escape');

  await allowDeleting(product, true);
  try {
    const link = theirs.url();
    await expect(async () => {
      await more().click();
      await expect(remove()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await remove().click();
    const dialog = mine.getByRole('dialog', { name: 'Delete conversation' });
    await expect(dialog).toContainText(ana.name);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    // Moves the pointer away, because a row under the pointer would stay.
    await theirs.mouse.move(900, 300);
    for (const page of [mine, theirs]) await expect(rowOf(page, ana.name)).toHaveCount(0);
    await expect(theirs.getByText(`You no longer see the conversation with ${ana.name}`)).toBeVisible();
    await theirs.goto(link);
    await expect(theirs.getByText('This conversation is not here')).toBeVisible();
    await expect(panelOf(theirs)).toHaveCount(0);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Back to the inbox' }).click();
    await expect(theirs).toHaveURL(/messaging-inbox\?list=new/);

    await ana.write('me again');
    await open(mine, ana.name);
    await expect(threadOf(mine, ana.name).getByRole('article')).toHaveCount(1);
  } finally {
    await allowDeleting(product, false);
  }
});

test('without a network the panel waits for the contact, and shows it when the network is back', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Unloaded');
  await ana.write('who am I?');
  const page = await signedIn(demo.agent.email);
  await page.route('**/api/v3/contacts/**', (route) => route.abort());
  await open(page, ana.name);
  const panel = panelOf(page);
  await expect(panel.getByRole('alert')).toBeVisible();

  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(panel.getByRole('heading', { name: ana.name })).toBeVisible();
  await expect(panel.getByRole('status', { name: 'Loading' })).toBeVisible();
  await page.unrouteAll();
  await page.context().setOffline(false);
  await expect(panel.getByText('Details')).toBeVisible();
});
