import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

test('a colleague mentioned in a note is notified, finds it among their mentions, and settles it', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Named');
  await ana.write('Is this covered?');
  const colleague = await signedIn(demo.colleague.email);
  await colleague.goto('/settings/account');
  const shown = colleague.getByRole('switch', { name: 'Show: A colleague mentions me in a note' });
  const saved = colleague.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await shown.click({ force: true });
  await saved;
  await colleague.goto('/messaging-inbox?list=new');
  await expect(colleague.getByRole('link', { name: /^Mentions/ })).toBeVisible();

  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new&keyword=named');
  await rowOf(page, ana.name).click();
  const thread = threadOf(page, ana.name);
  await expect(thread.getByText('Is this covered?')).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.type('Can you look, @ama');
  await expect(page.getByRole('option', { name: demo.colleague.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(thread.getByText(`Tells ${demo.colleague.name}.`)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  // The colleague gets a notification at once, and later finds the mention in the list.
  await colleague.getByText(`${demo.agent.name} mentions you`).click();
  await expect(threadOf(colleague, ana.name).getByText('Can you look')).toBeVisible();
  const note = thread.getByRole('article').filter({ hasText: 'Can you look' });
  await expect(note.getByText(`Mentions ${demo.colleague.name}`)).toBeVisible();
  await expectAccessible(page);

  await colleague.getByRole('link', { name: /^Mentions.*1 open mention/ }).click();
  const mentions = colleague.getByRole('region', { name: 'Mentions' });
  const one = mentions.getByRole('listitem').filter({ hasText: ana.name });
  await expect(one.getByText(demo.agent.name)).toBeVisible();
  await expectAccessible(colleague);
  await one.getByRole('button', { name: `Mark as done: ${ana.name}` }).click();
  await expect(one).toHaveCount(0);
  await colleague.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(one).toBeVisible();
  await one.getByRole('button', { name: `Mark as done: ${ana.name}` }).click();
  await expect(one).toHaveCount(0);
  await mentions.getByText('Done', { exact: true }).click();
  await expect(one).toBeVisible();

  // The writer of the note withdraws the mention.
  await note.getByRole('button', { name: 'Take back' }).click();
  await expect(one).toHaveCount(0);
  await expect(note.getByText('Mentions')).toHaveCount(0);
});
