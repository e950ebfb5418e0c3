import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const picture = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const pdf = bytes(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length 29>>stream
0.2 0.4 0.9 rg 20 20 99 99 re f
endstream endobj
trailer<</Root 1 0 R>>`);
const page = bytes('<h1>Late</h1><script>top.ran = window.ran = true</script>');

const threadOf = (window: Page, name: string) =>
  window.getByRole('region', { name: `Conversation with ${name}` });

async function sendFiles(product: Product, name: string): Promise<Contact> {
  const ana = new Contact(product, `${name} ${Date.now()}`);
  await ana.sendFile(picture, 'image/png', '');
  await ana.sendFile(picture, 'image/png', '');
  await ana.sendFile(pdf, 'application/pdf', 'report.pdf');
  await ana.sendFile(page, 'text/html', 'page.html');
  await ana.write('see https://files.example/list');
  return ana;
}

async function open(window: Page, name: string): Promise<void> {
  await window.goto('/messaging-inbox?list=new');
  await window.getByRole('option').filter({ hasText: name }).click();
}

test('an agent views files without leaving the page, jumps to a file’s message, and downloads several files as one', async ({
  product,
  signedIn,
}) => {
  const ana = await sendFiles(product, 'Ana Viewer');
  const window = await signedIn(demo.agent.email);
  await open(window, ana.name);
  const thread = threadOf(window, ana.name);
  // Waits for the last file, so that all files can be opened.
  await expect(thread.getByRole('link', { name: 'Open page.html' })).toBeVisible();
  await thread.getByRole('link', { name: 'Open Picture' }).first().click();
  const viewer = window.getByRole('dialog');
  await expect(viewer.getByText('1 of 4')).toBeVisible();
  await expect(viewer.getByText(ana.name)).toBeVisible();
  const shown = viewer.getByRole('group', { name: 'Picture' }).getByRole('img');
  await expect(shown).toBeVisible();
  await expectAccessible(window);

  await window.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(window);
  expect(await window.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await window.setViewportSize({ width: 1440, height: 900 });

  const before = (await shown.boundingBox())!;
  await window.keyboard.press('+');
  await expect.poll(async () => (await shown.boundingBox())!.width).toBeGreaterThan(before.width);
  await window.keyboard.press('r');
  await expect(shown).toHaveCSS('rotate', '90deg');
  await window.keyboard.press('0');
  await expect(shown).toHaveCSS('rotate', '0deg');
  await window.keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 of 4')).toBeVisible();
  await viewer.getByRole('button', { name: 'Next file' }).click();
  await expect(viewer.getByRole('img', { name: 'Page 1' })).toHaveAttribute('data-drawn', 'true');
  await window.keyboard.press('ArrowRight');
  await expect(viewer.getByText('<h1>Late</h1>')).toBeVisible();
  expect(await window.evaluate('"ran" in window')).toBe(false);
  await viewer.getByRole('navigation').getByRole('button').first().click();
  await expect(viewer.getByText('1 of 4')).toBeVisible();
  await window.keyboard.press('g');
  await expect(viewer).toHaveCount(0);
  await expect(window).toHaveURL(/entry=/);

  await thread.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Files and links' }).click();
  const gallery = window.getByRole('dialog', { name: 'Files and links' });
  await gallery.getByRole('checkbox', { name: 'Select Picture' }).first().check();
  await gallery.getByRole('checkbox', { name: 'Select Picture' }).last().check();
  await gallery.getByRole('tab', { name: 'Files 2' }).click();
  await gallery.getByRole('checkbox', { name: 'Select report.pdf' }).check();
  await expect(gallery.getByText('3 selected')).toBeVisible();
  await expectAccessible(window);

  await window.route('**/api/v3/assets/zip', (route) => route.fulfill({ status: 500, body: '' }));
  await gallery.getByRole('button', { name: 'Download ZIP' }).click();
  await expect(
    window.getByText('Could not generate ZIP file. Please try to select other files.'),
  ).toBeVisible();
  await window.unroute('**/api/v3/assets/zip');
  const download = window.waitForEvent('download');
  await gallery.getByRole('button', { name: 'Download ZIP' }).click();
  const zip = await readFile(await (await download).path(), 'latin1');
  for (const name of ['image.png', 'image (2).png', 'report.pdf']) expect(zip).toContain(name);
  await gallery.getByRole('tab', { name: 'Links 1' }).click();
  await expect(gallery.getByRole('link')).toHaveAttribute('href', 'https://files.example/list');
});
