import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expectFocusNotLost } from '../support/focus';
import { expect, expectAccessible, test } from '../support/test';

const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

/** The words that the browser highlights in the thread. */
const marksOn = (page: Page) =>
  page.evaluate<string[]>("[...(CSS.highlights.get('found') ?? [])].map((range) => range.toString())");

/** Opens the palette, closing it first if it is open, so that it searches again. */
async function search(page: Page, text: string): Promise<void> {
  const palette = page.getByRole('dialog');
  if (await palette.isVisible()) await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  // Waits until the inbox has loaded and handles keys.
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('Control+k');
  await palette.getByRole('textbox').fill(text);
}

test('an agent searches while typing and opens the right message with the found word marked', async ({
  product,
  signedIn,
}) => {
  const word = `zeppelin${Date.now()}`;
  const ana = new Contact(product, `Ána Séarch ${Date.now()}`);
  await ana.write(`We need two ${word}s by Friday`);
  for (let number = 1; number <= 3; number++) await ana.write(`and then ${number}`);
  const page = await signedIn(demo.agent.email);
  const palette = page.getByRole('dialog');
  // The search view may lag a moment behind the message, so the search is repeated.
  await expect(async () => {
    await search(page, word.slice(0, -3));
    await expect(palette.getByRole('group', { name: 'Messages' })).toContainText(word, { timeout: 2_000 });
  }).toPass();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
  await expectFocusNotLost(page);
  const thread = threadOf(page, ana.name);
  await expect(thread.getByText(`${word}s by Friday`)).toBeInViewport();
  await expect(page).toHaveURL(/entry=/);
  await expect.poll(() => marksOn(page)).toEqual([`${word}s`]);
  // A name is found even if it is typed without its accents.
  await search(page, 'ana search');
  await expect(palette.getByRole('group', { name: 'Contacts' })).toContainText(ana.name);
  await page.keyboard.press('Escape');
});

test('all results are shown in place of the list, J moves through them and Escape restores the list', async ({
  product,
  signedIn,
}) => {
  const word = `dirigible${Date.now()}`;
  const ana = new Contact(product, `Ana Walks ${Date.now()}`);
  for (const number of ['one', 'two', 'three']) await ana.write(`${word} ${number} https://ship.example`);
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new');
  await expect(async () => {
    await search(page, `${word} has:link `);
    await expect(page.getByRole('group', { name: 'Messages' }).getByRole('button')).toHaveCount(3, {
      timeout: 2_000,
    });
  }).toPass();
  await expect(page.getByRole('group', { name: 'Operators' })).toContainText('has:link');
  await page.keyboard.press('Control+Enter');
  const results = page.getByRole('region', { name: 'Search results' });
  await expect(results.getByRole('listitem')).toHaveCount(3);
  await expectFocusNotLost(page);
  await expectAccessible(page);
  // WhatsApp's timestamps contain only seconds, so messages of the same second may be in any order.
  const texts = await results.getByRole('listitem').allInnerTexts();
  const numbers = texts.map((text) => /one|two|three/.exec(text)![0]);
  for (const number of numbers) {
    await page.keyboard.press('j');
    await expect(results.locator('[data-open]')).toContainText(number);
    await expect(threadOf(page, ana.name).getByText(`${word} ${number}`)).toBeInViewport();
    await expect.poll(() => marksOn(page)).toEqual([word]);
  }
  await page.keyboard.press('k');
  await expect(results.locator('[data-open]')).toContainText(numbers[1]!);
  await page.reload();
  await expect(results.locator('[data-open]')).toContainText(numbers[1]!);
  await expect.poll(() => marksOn(page)).toEqual([word]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expect(results).toHaveCount(0);
  await expectFocusNotLost(page);
  // The palette lists the search among the recent ones.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent searches' })).toContainText(word);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectFocusNotLost(page);
  // The search field of the list offers a search in all messages.
  await page.getByRole('button', { name: 'Search the list' }).click();
  await page.getByRole('searchbox').fill(word);
  await page.getByRole('button', { name: 'Search all messages' }).click();
  await expect(results.getByRole('listitem')).toHaveCount(3);
  await expectFocusNotLost(page);
});

test('the search explains a wrong operator and suggests the right spelling, also on a narrow screen', async ({
  product,
  signedIn,
}) => {
  const letters = Array.from(String(Date.now()), (digit) => 'abcdefghij'[Number(digit)]).join('');
  const word = `kayak${letters}`;
  const ana = new Contact(product, `Ana Narrow ${letters}`);
  await ana.write(`a ${word} please`);
  const page = await signedIn(demo.agent.email, {
    viewport: { width: 360, height: 740 },
  });
  const palette = page.getByRole('dialog');
  await search(page, 'has:money late');
  await expect(palette.getByText('has: takes file or link')).toBeVisible();
  await expectAccessible(page);
  await expect(async () => {
    await search(page, `kaya${letters}`);
    await expect(palette.getByText('Did you mean')).toContainText(word, { timeout: 2_000 });
  }).toPass();
  await palette.getByText('Did you mean').click();
  await expect(palette.getByText(`a ${word} please`)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(palette).toHaveCount(0);
  await page.getByText(`a ${word} please`).click();
  await expect.poll(() => marksOn(page)).toEqual([word]);
  await page.goBack();
  await expect(page.getByRole('listitem').getByText(`a ${word} please`)).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});
