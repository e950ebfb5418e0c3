import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expectFocusNotLost } from '../support/focus';
import type { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

async function open(page: Page, product: Product, name: string): Promise<void> {
  const contact = new Contact(product, name);
  await contact.write('Where are my pedals?');
  await page.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(name)}`);
  await rowOf(page, name).click();
  await threadOf(page, name).getByRole('textbox').waitFor();
}

test('letters typed while the composer vanishes run no commands', async ({ product, signedIn }) => {
  const name = 'Ana Pedals';
  const page = await signedIn(demo.agent.email);
  // Installed before the page loads, because the page's focus guard compares times of this clock.
  await page.clock.install();
  await open(page, product, name);
  const colleague = await signedIn(demo.colleague.email);
  await colleague.goto(page.url());
  await threadOf(colleague, name).getByRole('textbox').waitFor();
  const thread = threadOf(page, name);
  await page.keyboard.press('r');
  await expect(thread.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Good morning, ');
  await colleague.keyboard.press('e');
  const why = thread.getByRole('status').filter({ hasText: 'archived' });
  await why.waitFor();
  const { pathname } = new URL(page.url());
  await page.keyboard.type('we sent the new pedals', { delay: 30 });
  await expect(why).toBeFocused();
  expect(new URL(page.url()).pathname).toBe(pathname);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('listbox', { name: /Tag|Assign|Label/ })).toHaveCount(0);
  await expect(thread.getByRole('group', { name: 'Your draft is kept:' })).toContainText('Good morning,');
  await expectAccessible(page);
  // Shortcuts work again after two seconds without a key.
  await page.clock.fastForward(2_200);
  await page.keyboard.press('n');
  await expect(thread.getByRole('textbox')).toBeFocused();
});

test('keys in the inbox never lose the focus', async ({ product, signedIn }) => {
  test.setTimeout(300_000);
  const page = await signedIn(demo.agent.email);
  await open(page, product, 'Ana Focused');
  const thread = threadOf(page, 'Ana Focused');
  const hits = page.getByRole('region', { name: 'Search results' }).getByRole('listitem');
  const steps: [string, () => Promise<void>][] = [
    ['reply', () => page.keyboard.press('r')],
    ['leave the reply', () => page.keyboard.press('Escape')],
    ['note', () => page.keyboard.press('n')],
    ['leave the note', () => page.keyboard.press('Escape')],
    ['tag', () => page.keyboard.press('t')],
    ['leave the tags', () => page.keyboard.press('Escape')],
    ['assign', () => page.keyboard.press('a')],
    ['leave the assignees', () => page.keyboard.press('Escape')],
    ['snooze', () => page.keyboard.press('z')],
    ['leave the snooze dialog', () => page.keyboard.press('Escape')],
    ['palette', () => page.keyboard.press('Control+k')],
    ['leave the palette', () => page.keyboard.press('Escape')],
    ['help', () => page.keyboard.press('?')],
    ['leave help', () => page.keyboard.press('Escape')],
    ['close the conversation', () => page.keyboard.press('Escape')],
    ['search', () => page.keyboard.press('/')],
    [
      'search all messages',
      async () => {
        await page.keyboard.press('Control+a');
        await page.keyboard.type('pedals');
        await page.getByRole('button', { name: 'Search all messages' }).press('Enter');
        await hits.first().waitFor();
      },
    ],
  ];
  for (const [name, step] of steps)
    await test.step(name, async () => {
      await step();
      await expectFocusNotLost(page);
    });
  await hits.first().locator('a, button').first().press('Enter');
  await thread.waitFor();
  await expectFocusNotLost(page);
  // The first Escape closes the search, the second closes the conversation.
  await page.keyboard.press('Escape');
  await expect(hits).toHaveCount(0);
  await expectFocusNotLost(page);
  await page.keyboard.press('Escape');
  await expect(thread).toHaveCount(0);
  await expectFocusNotLost(page);
});
