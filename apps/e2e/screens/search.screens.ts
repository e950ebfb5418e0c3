import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const screen = (name: string) => resolve(__dirname, '../../../docs/screens', `${name}.png`);
const threadOf = (page: Page) => page.getByRole('region', { name: /^Conversation with/ });

const sizes = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
] as const;

const offer = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 594]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 137>>stream
BT /F 28 Tf 40 520 Td (Spring sale) Tj /F 14 Tf 0 -40 Td (Two bikes for the price of one, until May) Tj ET
0.2 0.4 0.9 rg 40 300 340 120 re f
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;

test('takes the screenshots of the palette with results, all results beside a thread, the viewer and the gallery', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(240_000);
  const first = await signedIn(demo.agent.email);
  await first.getByRole('navigation', { name: 'Lists' }).waitFor();
  const shot = await first.screenshot({ clip: { x: 0, y: 0, width: 640, height: 420 } });
  const picture = new Uint8Array(shot);
  const [ana, ben] = [new Contact(product, 'Ana Ruiz'), new Contact(product, 'Ben Invoices')];
  await ben.write(
    'Please send the invoice to our office in Utrecht, not to the shop: they never forward it.',
  );
  await ana.write('Hi! I was charged twice for the bikes of last Sunday.');
  await ana.write('The invoice says two child seats, and we had one.');
  await ana.sendFile(picture, 'image/png', '');
  await ana.sendFile(picture, 'image/png', 'The second invoice');
  await ana.sendFile(new Uint8Array(Buffer.from(offer)), 'application/pdf', 'spring-sale.pdf');
  await ana.write('The offer was at https://bikes.example/spring-sale');
  for (const [size, options] of sizes) {
    const page = await signedIn(demo.agent.email, { ...options, reducedMotion: 'reduce' });
    await page.goto('/messaging-inbox?list=new');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('textbox').fill('tag:');
    await expect(palette.getByRole('group', { name: 'Suggestions' })).toBeVisible();
    await page.screenshot({ path: screen(`search-suggestions-${size}`) });
    await expect(async () => {
      await palette.getByRole('textbox').fill('');
      await palette.getByRole('textbox').fill('invoi');
      await expect(palette.getByRole('group', { name: 'Messages' })).toContainText('second', {
        timeout: 2_000,
      });
    }).toPass();
    await page.screenshot({ path: screen(`search-${size}`) });
    await page.keyboard.press('Control+Enter');
    const results = page.getByRole('region', { name: 'Search results' });
    await expect(results.getByText('child seats')).toBeVisible();
    if (size === 'narrow') await page.screenshot({ path: screen('search-results-narrow') });
    await results.getByText('child seats').click();
    await expect(threadOf(page).getByText('child seats')).toBeInViewport();
    if (size !== 'narrow') await page.screenshot({ path: screen(`search-results-${size}`) });
    else await page.screenshot({ path: screen('search-opened-narrow') });

    await threadOf(page).getByRole('link', { name: 'Open Picture' }).first().click();
    const viewer = page.getByRole('dialog');
    await expect(viewer.getByRole('group', { name: 'Picture' }).getByRole('img')).toBeVisible();
    await page.screenshot({ path: screen(`viewer-${size}`) });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByRole('img', { name: 'Page 1' })).toHaveAttribute('data-drawn', 'true');
    await page.screenshot({ path: screen(`viewer-pdf-${size}`) });
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);

    await threadOf(page).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Files and links' }).click();
    const gallery = page.getByRole('dialog', { name: 'Files and links' });
    await gallery.getByRole('checkbox', { name: 'Select Picture' }).first().check();
    await page.screenshot({ path: screen(`gallery-${size}`) });
    await gallery.getByRole('tab', { name: /^Files/ }).click();
    await page.screenshot({ path: screen(`gallery-files-${size}`) });
  }
});
