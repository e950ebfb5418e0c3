import type { Locator, Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

/** Opens a part of the page by `step`, checks its accessibility, and closes it again. */
async function look(page: Page, step: () => Promise<unknown>, shown: Locator): Promise<void> {
  await step();
  await expect(shown).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on any screen of the inbox: ${colorScheme}`, async ({
    product,
    signedIn,
  }) => {
    test.setTimeout(180_000);
    const ana = new Contact(product, `Ana Looks ${colorScheme}`);
    await ana.write('Is it ready?');
    const page = await signedIn(demo.agent.email, { colorScheme, reducedMotion: 'reduce' });
    const list = '/messaging-inbox?list=new';
    await page.goto(list);
    const row = page.getByRole('option').filter({ hasText: ana.name });
    await expect(row).toBeVisible();
    await expect(page.getByText('No conversation open')).toBeVisible();
    await expectAccessible(page);
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
    await look(page, () => page.getByRole('button', { name: 'Filter' }).click(), dialog('Filter'));
    await look(page, () => page.getByRole('button', { name: /^Sorted/ }).click(), page.getByRole('menu'));
    await row.focus();
    await look(page, () => page.keyboard.press('x'), page.getByRole('toolbar'));

    await row.click();
    const thread = page.getByRole('region', { name: `Conversation with ${ana.name}` });
    await expect(thread.getByText('Is it ready?')).toBeVisible();
    await expectAccessible(page);
    const path = new URL(page.url()).pathname;
    const dropdown = page.getByRole('listbox', { name: /.*/ }).last();
    await look(page, () => thread.getByRole('button', { name: /Assign/ }).click(), dropdown);
    await look(
      page,
      () => thread.getByRole('button', { name: 'Tag' }).click(),
      page.getByRole('menu').or(dropdown).last(),
    );
    await page.goto(`${path}?list=new`);
    await expect(thread.getByText('Is it ready?')).toBeVisible();
    await look(page, () => page.keyboard.press('Control+k'), page.getByRole('dialog'));
    const help = page.getByRole('complementary', { name: 'Help' });
    await look(page, () => page.keyboard.press('?'), help);
    const askAgain = async () => {
      await page.keyboard.press('?');
      await expect(help).toBeVisible();
      await page.keyboard.press('?');
    };
    await look(page, askAgain, page.getByRole('dialog'));
    await page.goto(`${path}?list=new`);
    await look(
      page,
      () => thread.getByText('Note', { exact: true }).click(),
      thread.getByText('Only colleagues see this'),
    );

    await look(
      page,
      () => page.goto('/messaging-inbox?list=failed&keyword=nobody'),
      page.getByText('Nothing matches').first(),
    );

    await page.setViewportSize({ width: 360, height: 740 });
    await look(page, () => page.goto(list), row);
    await look(page, () => page.goto(`${path}?list=new`), thread.getByText('Is it ready?'));
    await page.goto(`${path}?list=new`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await thread.getByRole('button', { name: 'More', exact: true }).click();
    // Waits for the last item of the menu, after which the menu no longer moves.
    await expect(page.getByRole('menuitem', { name: 'Block contact' })).toBeVisible();
    await look(
      page,
      () => page.getByRole('menuitem', { name: 'Contact', exact: true }).click(),
      page.getByRole('dialog'),
    );
  });
}

test('the header of a list stays one row with a total of 10,000 or more', async ({ signedIn }) => {
  const page = await signedIn(demo.agent.email);
  await page.route('**/chats-list?**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), total: 10_000, isTotalCapped: true },
    });
  });
  await page.goto('/messaging-inbox?list=unassigned');
  await expect(page.getByText('10,000+ conversations')).toBeVisible();
  const header = page.getByRole('region', { name: /^Conversations:/ }).locator('header');
  expect((await header.boundingBox())?.height).toBe(48);
});

const screens = ['/team-chat', '/contacts', '/contacts/imports/add', '/insights', '/settings/account'];

for (const [locale, list, assign] of [
  ['es-ES', /^Nuevas/, 'Asignar'],
  ['nl-NL', /^Nieuw/, 'Toewijzen'],
] as const) {
  test(`the main screens fit a phone in the language of the browser: ${locale}`, async ({
    product,
    signedIn,
  }) => {
    const ana = new Contact(product, `Ana ${assign}`);
    await ana.write('hello');
    const page = await signedIn(demo.admin.email, { locale });
    await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
    await expect(page.getByRole('link', { name: list })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of screens) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeAttached();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
    await page.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(ana.name)}`);
    await page.getByRole('option').filter({ hasText: ana.name }).click();
    const button = page.getByRole('button', { name: assign, exact: true });
    await expect(button).toBeVisible();
    const isCut = button.getByText(assign, { exact: true }).evaluate((word) => {
      const { scrollWidth, clientWidth } = word as unknown as Record<'scrollWidth' | 'clientWidth', number>;
      return scrollWidth > clientWidth;
    });
    expect(await isCut).toBe(false);
  });
}
