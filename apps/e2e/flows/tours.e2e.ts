import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expectFocusNotLost } from '../support/focus';
import { expect, expectAccessible, test } from '../support/test';
import { setTours } from '../support/tours';

const narrow = { width: 360, height: 740 };
const card = (page: Page) => page.getByRole('dialog').filter({ hasText: / of \d/ });
const offer = (page: Page) => page.getByRole('complementary', { name: 'Tours' });

/** Moves through the open tour by keys, and checks that every step points at an element on the screen. */
async function walk(page: Page, titles: string[]): Promise<void> {
  for (const [at, title] of titles.entries()) {
    const step = page.getByRole('dialog', { name: title, exact: true });
    await expect(step).toContainText(`${at + 1} of ${titles.length}`);
    await expect(step).toBeInViewport({ ratio: 0.99 });
    // A centred card would mean that the step's target is missing.
    await expect(step).not.toHaveAttribute('data-centered');
    if (at === 0) await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
  }
  await expect(card(page)).toBeHidden();
  await expectFocusNotLost(page);
  await expect(page.getByText('Done. Find it under Help.').last()).toBeVisible();
}

async function take(page: Page, tour: string): Promise<void> {
  await page.goto('/support');
  await page.getByRole('group', { name: 'Tours' }).getByRole('button', { name: tour }).click();
}

const inbox = ['Lists', 'Take it', 'Reply or note', 'Archive'];

test('a manager is offered each tour once, and follows them all to the end', async ({
  signedIn,
  product,
}) => {
  const { email } = demo.manager;
  await setTours(product, email, 'new');
  const page = await signedIn(email);
  await setTours(product, email, 'new');
  await page.goto('/messaging-inbox');
  await expect(offer(page)).toContainText('The inbox');
  await expectAccessible(page);
  await offer(page).getByRole('button', { name: 'Start' }).click();
  await walk(page, inbox);

  await expect(offer(page)).toContainText('The menu');
  await offer(page).getByRole('button', { name: 'Start' }).click();
  const hasApps = await page.locator('nav a[href="/apps"]').isVisible();
  await walk(page, ['Inbox', 'Insights', ...(hasApps ? ['Marketplace'] : []), 'Exports', 'Settings']);
  await expect(offer(page)).toBeHidden();

  await page.goto('/settings');
  await expect(offer(page)).toContainText('Settings');
  await offer(page).getByRole('button', { name: 'Start' }).click();
  await walk(page, ['Users', 'Teams', 'Channels', 'Tags']);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeVisible();
  await expect(offer(page)).toBeHidden();
  await setTours(product, email, 'skipped');
});

test('a stopped tour resumes at its step, and a skipped tour is not offered again', async ({
  signedIn,
  product,
}) => {
  const page = await signedIn(demo.colleague.email);
  await setTours(product, demo.colleague.email, 'new');
  await page.goto('/messaging-inbox');
  await offer(page).getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('dialog', { name: 'Lists', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Take it', exact: true })).toBeVisible();
  // If the window becomes narrow, the same step points at its target in the narrow layout.
  await page.setViewportSize(narrow);
  await expect(page.getByRole('dialog', { name: 'Take it', exact: true })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeHidden();
  await expectFocusNotLost(page);

  await page.reload();
  await offer(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Take it', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(card(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(offer(page)).toBeHidden();
});

test('tours can be started from help, beside a conversation, and on a phone in the dark theme', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(demo.colleague.email);
  const ana = new Contact(product, 'Ana On Tour');
  await ana.write('Hello');
  await page.goto('/messaging-inbox?list=new&keyword=on+tour');
  await page.getByRole('option').filter({ hasText: ana.name }).click();
  await expect(page.getByRole('region', { name: `Conversation with ${ana.name}` })).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('complementary', { name: 'Help' });
  await help.getByRole('button', { name: 'The inbox' }).click();
  await walk(page, inbox);
  await take(page, 'The menu');
  await walk(page, ['Inbox', 'Team chat', 'Availability']);

  const phone = await signedIn(demo.agent.email, { viewport: narrow, colorScheme: 'dark' });
  await take(phone, 'The inbox');
  await walk(phone, inbox);
  await take(phone, 'Settings');
  await walk(phone, ['Your profile', 'Notifications']);
});
