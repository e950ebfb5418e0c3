import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

test('two agents in one conversation see each other before both answer', async ({ product, signedIn }) => {
  const ana = new Contact(product, 'Ana Presence');
  await ana.write('anybody?');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  for (const page of [mine, theirs]) await page.goto('/messaging-inbox?list=new');
  await rowOf(mine, ana.name).click();
  await expect(threadOf(mine, ana.name).getByText('anybody?')).toBeVisible();

  const looking = `${demo.agent.name} is looking`;
  await expect(rowOf(theirs, ana.name).getByRole('img', { name: looking })).toBeVisible();
  await rowOf(theirs, ana.name).click();
  await expect(threadOf(theirs, ana.name).getByText(looking)).toBeVisible();
  await expect(threadOf(mine, ana.name).getByText(`${demo.colleague.name} is looking`)).toBeVisible();

  await threadOf(mine, ana.name).getByRole('textbox').pressSequentially('On its');
  await expect(threadOf(theirs, ana.name).getByText(`${demo.agent.name} is typing…`)).toBeVisible();
  await threadOf(mine, ana.name).getByRole('textbox').press('Control+Enter');
  await expect(threadOf(theirs, ana.name).getByText(looking)).toBeVisible();

  // The list of assignees is fetched again and so shows the present availability.
  const asked = theirs.waitForRequest((request) => request.url().includes('/api/v3/users'));
  await threadOf(theirs, ana.name).getByRole('button', { name: 'Assign' }).click();
  await asked;
  await theirs.keyboard.press('Escape');

  // A colleague whose window lost its connection is no longer shown after some seconds.
  await mine.context().setOffline(true);
  await expect(threadOf(theirs, ana.name).getByText(looking)).toHaveCount(0, { timeout: 20_000 });
});
