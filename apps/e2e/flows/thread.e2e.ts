import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

async function open(page: Page, contact: Contact) {
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, contact.name).click();
  return threadOf(page, contact.name);
}

test('a quoted message is jumped to, however old, and from there one comes back to the end', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Jump');
  const first = await ana.write('How it began');
  for (let number = 1; number <= 180; number++) await ana.write(`line ${number}`);
  await ana.write('as I said', { answering: first });
  const page = await signedIn(demo.agent.email);
  const thread = await open(page, ana);
  const message = (text: string) => thread.getByRole('article').getByText(text, { exact: true });
  const toEnd = thread.getByRole('button', { name: /^To the end|new$/ });

  // It opened where the unread began.
  await toEnd.click();
  const quote = thread.getByRole('button', { name: /How it began/ });
  await expect(quote).toBeVisible();
  await quote.click();
  await expect(page).toHaveURL(/entry=/);
  await expect(rowOf(page, ana.name)).toBeVisible();
  await expect(message('How it began')).toBeInViewport();
  await expect(
    thread.getByRole('article').filter({ has: page.getByText('How it began', { exact: true }) }),
  ).toBeFocused();
  await expect(message('line 3')).toBeInViewport();
  await expect(message('line 180')).toHaveCount(0);

  // What comes below is fetched as one gets there.
  await thread.getByRole('region', { name: /^Messages with/ }).focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(message('line 180')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(toEnd).toBeHidden();

  await page.reload();
  await expect(message('line 3')).toBeInViewport();
  await ana.write('meanwhile');
  await expect(thread.getByRole('button', { name: /new$/ })).toBeVisible();
  await toEnd.click();
  await expect(message('meanwhile')).toBeInViewport();
  await expect(page).not.toHaveURL(/entry=/);
  await expect(toEnd).toBeHidden();
  await expectAccessible(page);
});

test('what one reads stays in its place while older entries come above it', async ({ product, signedIn }) => {
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Scroll');
  for (let number = 1; number <= 170; number++) await ana.write(`line ${number}`);
  const page = await signedIn(demo.agent.email);
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/entries\?before=/, async (route) => {
    await gate;
    await route.continue();
  });
  const thread = await open(page, ana);
  const line = (number: number) => thread.getByRole('article').getByText(`line ${number}`, { exact: true });
  const scroller = thread.getByRole('region', { name: /^Messages with/ });
  await expect(line(121)).toBeVisible();
  await scroller.hover();
  await page.mouse.wheel(0, -10_000);
  await expect(thread.getByRole('button', { name: 'Earlier messages' })).toBeInViewport({ ratio: 1 });
  const before = await line(125).boundingBox();
  letThrough();
  await expect(line(110)).toBeAttached();
  expect(Math.abs((await line(125).boundingBox())!.y - before!.y)).toBeLessThan(2);

  await expect(async () => {
    await page.mouse.wheel(0, -10_000);
    await expect(line(1)).toBeInViewport({ timeout: 500 });
  }).toPass();
  // A long thread keeps in the page what is near.
  await expect(line(170)).toHaveCount(0);
});

test('an answer quotes the message it answers, and leads to it', async ({ product, signedIn }) => {
  const ana = new Contact(product, 'Ana Quote');
  await ana.write('The red one, or the blue one?');
  const page = await signedIn(demo.agent.email);
  const thread = await open(page, ana);
  const asked = thread.getByRole('article').filter({ hasText: 'The red one, or the blue one?' });
  await asked.hover();
  await asked.getByRole('button', { name: 'Reply to this message' }).click();
  const quoted = thread.getByRole('group', { name: 'In answer to' });
  await expect(quoted).toContainText('The red one, or the blue one?');
  const field = thread.getByRole('textbox');
  await expect(field).toBeFocused();
  await field.fill('The blue one');
  await page.keyboard.press('Enter');
  await expect(quoted).toBeHidden();
  const answer = thread.getByRole('article').filter({ hasText: 'The blue one' }).last();
  await expect(answer.getByRole('img', { name: 'Read', exact: true })).toBeVisible({ timeout: 20_000 });
  await answer.getByRole('button', { name: /The red one/ }).click();
  await expect(asked.first()).toBeFocused();
  await expectAccessible(page);
});

test('a note is written by key, is there for a colleague at once, and stays possible in an archive', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(90_000);
  const ana = new Contact(product, 'Ana Note');
  await ana.write('It broke again');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  const [thread, seen] = [await open(mine, ana), await open(theirs, ana)];
  await expect(seen.getByText('It broke again')).toBeVisible();
  await thread.getByText('It broke again').click();
  await mine.keyboard.press('n');
  const field = thread.getByRole('textbox', { name: /^Note about/ });
  await expect(field).toBeFocused();
  await expectAccessible(mine);
  await field.fill('Third time: offer a new one');
  await mine.keyboard.press('Enter');
  await expect(thread.getByRole('article', { name: 'Note by You' })).toContainText('Third time');
  await expect(field).toHaveValue('');
  await expect(seen.getByRole('article', { name: `Note by ${demo.agent.name}` })).toContainText('Third time');
  await expectAccessible(theirs);

  await thread.getByRole('button', { name: 'Archive', exact: true }).click();
  await mine.goto(theirs.url());
  await expect(thread.getByText('This conversation is archived.')).toBeVisible();
  await thread.getByText('Note', { exact: true }).click();
  await thread.getByRole('textbox').fill('Sent by courier');
  await thread.getByRole('button', { name: 'Add note' }).click();
  await expect(seen.getByText('Sent by courier')).toBeVisible();
  await expect(seen.getByText('This conversation is archived.')).toBeVisible();
});
