import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Reply to ${name}` });
const noteOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Note about ${name}` });

async function open(page: Page, name: string) {
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, name).click();
  const field = fieldOf(page, name);
  await expect(field).toBeVisible();
  return field;
}

const saved = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith('/drafts') && response.request().method() === 'PUT',
  );

/** Simulates that the user switches back to this window. */
const lookAt = (page: Page) => page.evaluate(`window.dispatchEvent(new Event('focus'))`);

test('a draft survives a reload, another browser and a sign-out, and disappears once it is sent', async ({
  product,
  signedIn,
}) => {
  // A longer time limit, because four browsers run one after the other.
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Draft');
  await ana.write('when does it arrive?');
  const page = await signedIn(demo.agent.email);
  const field = await open(page, ana.name);
  const saving = saved(page);
  await field.fill('It arrives on');
  expect((await saving).status()).toBe(204);
  await expect(rowOf(page, ana.name)).toContainText('Draft: It arrives on');
  await page.reload();
  await expect(fieldOf(page, ana.name)).toHaveValue('It arrives on');

  const elsewhere = await signedIn(demo.agent.email);
  const there = await open(elsewhere, ana.name);
  await expect(there).toHaveValue('It arrives on');
  await expect(rowOf(elsewhere, ana.name)).toContainText('Draft: It arrives on');
  await there.press('End');
  await there.pressSequentially(' Monday');
  // Signing out saves the draft, so the flow need not wait for the automatic save.
  await elsewhere.getByRole('button', { name: /Sanne/ }).click();
  await elsewhere.getByRole('menuitem', { name: 'Sign out' }).click();
  await elsewhere.waitForURL(/identity|login|interaction/);

  await lookAt(page);
  await expect(fieldOf(page, ana.name)).toHaveValue('It arrives on Monday');
  const third = await signedIn(demo.agent.email);
  const last = await open(third, ana.name);
  await expect(last).toHaveValue('It arrives on Monday');
  await last.press('Enter');
  await expect(
    third.getByRole('article').filter({ hasText: 'It arrives on Monday' }).getByRole('img', { name: 'Read' }),
  ).toBeVisible();
  await expect(rowOf(third, ana.name)).not.toContainText('Draft:');
  await lookAt(page);
  await expect(fieldOf(page, ana.name)).toHaveValue('');
  await expect(rowOf(page, ana.name)).not.toContainText('Draft:');

  const other = await signedIn(demo.colleague.email);
  const savingAgain = saved(page);
  await fieldOf(page, ana.name).fill('for my eyes alone');
  expect((await savingAgain).status()).toBe(204);
  await expect(await open(other, ana.name)).toHaveValue('');
});

test('two windows of one user never overwrite a draft unseen, or change a field that is being edited', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Twofold');
  await ana.write('which colour?');
  const first = await signedIn(demo.agent.email);
  const second = await signedIn(demo.agent.email);
  const mine = await open(first, ana.name);
  const other = await open(second, ana.name);
  const saving = saved(first);
  await mine.fill('The green one.');
  await saving;
  const refused = saved(second);
  await other.fill('The blue one.');
  expect((await refused).status()).toBe(409);
  const notice = second.getByRole('alert').filter({ hasText: 'Another window of yours' });
  await expect(notice).toContainText('The green one.');
  await expect(other).toHaveValue('The blue one.');
  await expectAccessible(second);
  const keeping = saved(second);
  await notice.getByRole('button', { name: 'Keep these' }).click();
  await expect(notice).toBeHidden();
  expect((await keeping).status()).toBe(204);

  await mine.press('End');
  await lookAt(first);
  await expect(mine).toHaveValue('The green one.');
  await mine.blur();
  await lookAt(first);
  await expect(mine).toHaveValue('The blue one.');

  // Sending from one window clears the field in the other, even if the field has the focus there.
  await mine.press('End');
  const savingMore = saved(first);
  await mine.pressSequentially(' Or both');
  await savingMore;
  await other.blur();
  await lookAt(second);
  await expect(other).toHaveValue('The blue one. Or both');
  await other.press('Enter');
  await expect(mine).toHaveValue('');
  await expect(mine).toBeFocused();
  await expect(first.getByRole('article').filter({ hasText: 'Or both' })).toHaveCount(1);
});

test('a note draft is shown in another browser, opens the composer on Note, and disappears once the note is added', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Begun');
  await ana.write('it broke again');
  const page = await signedIn(demo.agent.email);
  await open(page, ana.name);
  const elsewhere = await signedIn(demo.agent.email);
  await open(elsewhere, ana.name);
  await page.getByText('Note', { exact: true }).click();
  const note = noteOf(page, ana.name);
  const saving = saved(page);
  await note.fill('Third time this');
  expect((await saving).status()).toBe(204);
  await expect(rowOf(page, ana.name)).toContainText('Note: Third time this');

  await elsewhere.reload();
  const there = noteOf(elsewhere, ana.name);
  await expect(there).toHaveValue('Third time this');
  await expect(rowOf(elsewhere, ana.name)).toContainText('Note: Third time this');
  // After two conflicting edits, the user who saves second sees both texts.
  await note.blur();
  const changing = saved(page);
  await note.fill('Third time this week');
  await changing;
  const refused = saved(elsewhere);
  await there.fill('Third time this month');
  expect((await refused).status()).toBe(409);
  const notice = elsewhere.getByRole('alert').filter({ hasText: 'Another window of yours' });
  await expect(notice).toContainText('Third time this week');
  await notice.getByRole('button', { name: 'Use those' }).click();
  await expect(there).toHaveValue('Third time this week');

  // If there is a reply draft as well, the list shows the reply and the composer opens on it.
  await elsewhere.getByText('Reply', { exact: true }).click();
  const answering = saved(elsewhere);
  await fieldOf(elsewhere, ana.name).fill('A new one is on its way');
  await answering;
  await page.reload();
  await expect(rowOf(page, ana.name)).toContainText('Draft: A new one is on its way');
  await expect(fieldOf(page, ana.name)).toHaveValue('A new one is on its way');
  await page.getByText('Note', { exact: true }).click();
  await expect(note).toHaveValue('Third time this week');
  const added = page.waitForResponse('**/internal-comments');
  await note.press('Enter');
  await expect(page.getByRole('article', { name: 'Note by You' })).toContainText('Third time this week');
  expect((await added).status()).toBe(201);
  await expect(note).toHaveValue('');
  await lookAt(elsewhere);
  await elsewhere.getByText('Note', { exact: true }).click();
  await expect(noteOf(elsewhere, ana.name)).toHaveValue('');
  await expect(rowOf(elsewhere, ana.name)).toContainText('Draft: A new one is on its way');
});

test('a note written without a network waits across a reload and is added once; a refused note can be retried', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Tunnelled');
  await ana.write('hello?');
  const page = await signedIn(demo.agent.email);
  await open(page, ana.name);
  await page.getByText('Note', { exact: true }).click();
  await page.route('**/internal-comments', (route) => route.abort());
  const tried = page.waitForRequest('**/internal-comments');
  await noteOf(page, ana.name).fill('From the tunnel');
  await page.keyboard.press('Enter');
  await tried;
  const note = page.getByRole('article', { name: 'Note by You' });
  await expect(note.getByRole('img', { name: 'Pending' })).toBeVisible();

  await page.reload();
  await expect(note).toContainText('From the tunnel');
  await page.unroute('**/internal-comments');
  const added = page.waitForResponse('**/internal-comments');
  await page.evaluate(`window.dispatchEvent(new Event('online'))`);
  expect((await added).status()).toBe(201);
  await expect(note.getByRole('img', { name: 'Pending' })).toHaveCount(0);
  await page.reload();
  await expect(note).toHaveCount(1);
  await expect(note).toContainText('From the tunnel');

  const problem = {
    status: 409,
    contentType: 'application/problem+json',
    body: '{"code":"conversation_changed"}',
  };
  await page.route('**/internal-comments', (route) => route.fulfill(problem));
  await page.getByText('Note', { exact: true }).click();
  await noteOf(page, ana.name).fill('Ring them tomorrow');
  await page.keyboard.press('Enter');
  const refused = note.filter({ hasText: 'Ring them tomorrow' });
  const retry = refused.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/internal-comments');
  await retry.click();
  await expect(retry).toBeHidden();
  await page.reload();
  await expect(refused).toHaveCount(1);
});
