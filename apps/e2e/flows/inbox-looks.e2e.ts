import type { Locator, Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

/** Looks at what a step shows, and goes back to where it began. */
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

    for (const other of ['failed', 'archived', 'personal'])
      await look(
        page,
        () => page.goto(`/messaging-inbox?list=${other}&keyword=nobody`),
        page.getByText('Nothing matches').first(),
      );

    await page.setViewportSize({ width: 360, height: 740 });
    await look(page, () => page.goto(list), row);
    await look(page, () => page.goto(`${path}?list=new`), thread.getByText('Is it ready?'));
    await page.goto(`${path}?list=new`);
    await thread.getByRole('button', { name: 'More', exact: true }).click();
    // The last of the menu: from then on it stands still.
    await expect(page.getByRole('menuitem', { name: 'Block contact' })).toBeVisible();
    await look(
      page,
      () => page.getByRole('menuitem', { name: 'Contact', exact: true }).click(),
      page.getByRole('dialog'),
    );
  });
}

for (const [locale, assign] of [
  ['en-GB', 'Assign'],
  ['es-ES', 'Asignar'],
  ['nl-NL', 'Toewijzen'],
] as const) {
  test(`at 360 px the word to assign by is whole: ${assign}`, async ({ product, signedIn }) => {
    const ana = new Contact(product, `Ana ${assign}`);
    await ana.write('hello');
    const page = await signedIn(demo.admin.email, { locale, viewport: { width: 360, height: 740 } });
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
