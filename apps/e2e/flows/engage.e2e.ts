import type { Page } from '@playwright/test';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { draftTemplate, synchronised } from '../support/templates';
import { expect, expectAccessible, test } from '../support/test';

const unique = () => String(Date.now()).slice(-7);

/** Imports contacts of this flow from within the wizard, and returns to it with a list named after the file. */
async function imported(page: Page, word: string): Promise<void> {
  const number = unique();
  await page.getByRole('link', { name: 'Import a CSV file' }).click();
  const rows = ['Ana', 'Ben'].map((name, nth) => `${word} ${name},+346${nth + 1}${number}`);
  const buffer = Buffer.from(`name,phone\n${rows.join('\n')}`);
  const file = { name: `List ${word}.csv`, mimeType: 'text/csv', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check rows' }).click();
  await page.getByRole('button', { name: /^Import \d contact/ }).click();
  await expect(page.getByText(/contacts? imported/)).toBeVisible();
  await page.getByRole('link', { name: 'Continue with the broadcast' }).click();
  await expect(page.getByRole('radio', { name: new RegExp(`List ${word}`) })).toBeChecked();
}

/** Creates a template of this flow that WhatsApp approves, and whose button counts clicks. */
async function written(page: Page, name: string): Promise<void> {
  await draftTemplate(page, name);
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .pressSequentially('Hi {, your bike is ready from { on.');
  await page.getByRole('textbox', { name: '{{1}}' }).fill('Ana');
  await page.getByRole('textbox', { name: '{{2}}' }).fill('9:00');
  await page.getByRole('button', { name: 'Add button' }).click();
  await page.getByRole('menuitem', { name: 'Visit website' }).click();
  await page.getByRole('textbox', { name: 'Button 1: Visit website' }).fill('Book a time');
  await page.getByRole('checkbox', { name: 'Count clicks in broadcasts' }).check();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByRole('navigation', { name: 'Languages' })).toContainText('Approved');
}

/** Opens the link in the message to a contact of this flow, as the contact's phone would. */
async function opened(product: Product, word: string): Promise<Response> {
  const answer = await fetch(`${product.url}/demo/graph/double/sends`, {
    headers: { authorization: `Bearer ${demo.accessToken}` },
  });
  const { sends } = (await answer.json()) as { sends: { body: unknown }[] };
  const said = sends.map(({ body }) => JSON.stringify(body)).find((body) => body.includes(`${word} Ana`));
  const [, token = ''] = /"text":"([\w-]{60,})"/.exec(said ?? '') ?? [];
  const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' };
  return fetch(`${product.url}/l/${token}`, { redirect: 'manual', headers });
}

test('a manager sends a broadcast, from the first step to a click of its button', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const page = await signedIn(demo.manager.email);
  const word = `Bike${unique()}`;
  await synchronised(product);
  await written(page, `ready_${word.toLowerCase()}`);

  await page.goto('/engage/list');
  await page.getByRole('link', { name: 'New broadcast' }).first().click();
  await page.getByRole('radio', { name: new RegExp(`^ready_${word.toLowerCase()}`) }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await imported(page, word);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page
    .getByRole('radio', { name: /^WhatsApp/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value of 1' }).fill('{{contact.name|there}}');
  await page.getByRole('textbox', { name: 'Value of 2' }).fill('9:30');
  const link = page.getByRole('textbox', { name: 'Where “Book a time” leads' });
  await link.fill('harbour.example');
  await expect(page.getByText('This is no whole web address')).toBeVisible();
  await link.fill('https://harbour.example/book?for={{contact.name|you}}');
  await expect(page.getByText('2 will get it')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`Ready ${word}`);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('2 of 2 will get it')).toBeVisible();
  await expect(page.getByRole('figure')).toContainText(`Hi ${word} `);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send to 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 2' }).click();

  await expect(page.getByRole('button', { name: '2 Read' })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  const { status, headers } = await opened(product, word);
  expect([status, headers.get('location')]).toEqual([302, `https://harbour.example/book?for=${word}%20Ana`]);
  await page.getByRole('button', { name: '1 Clicked' }).click();
  const clicked = page.getByRole('region', { name: 'Message overview' }).getByRole('row');
  await expect(clicked).toHaveCount(2);
  await expect(clicked.nth(1)).toContainText('Book a time clicked');
  await expectAccessible(page);
  await page.getByRole('button', { name: '2 Delivered' }).click();
  const rows = page.getByRole('region', { name: 'Message overview' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await rows.nth(1).getByRole('link', { name: 'Open conversation' }).click();
  await expect(page).toHaveURL(/\/messaging-inbox\//);
  await expect(page.getByText('your bike is ready from 9:30 on').first()).toBeVisible();
});

test('a draft is listed among the drafts, and can be deleted', async ({ signedIn }) => {
  const page = await signedIn(demo.manager.email);
  const name = `Draft ${unique()}`;
  await page.goto('/engage/create');
  await page.getByRole('button', { name: /^5\. Name/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  // The page saves the typed name automatically.
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Engage' }).first().click();
  await page.getByText('Scheduled', { exact: true }).first().click();
  await expect(page).toHaveURL(/stage=scheduled/);
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.getByText('Draft', { exact: true }).first().click();
  await expect(page).toHaveURL(/stage=draft/);
  await expectAccessible(page);
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page).toHaveURL(/\/engage\/list$/);
  await expect(page.getByRole('link', { name })).toHaveCount(0);

  // The page of a broadcast that does not exist explains that, and offers no retry.
  await page.goto('/engage/edit?id=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('It does not exist, or it is not yours to see.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});
