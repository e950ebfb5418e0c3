import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, test } from '../support/test';

const screen = (name: string) => resolve(__dirname, '../../../docs/screens', `${name}.png`);
const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });

/** Sends the messages of a morning at the bike shop. */
async function play(product: Product): Promise<void> {
  const said: [string, string[]][] = [
    ['Luca Moretti', ['Do you still have the Brompton in racing green?']],
    ['Zoë van Dam', ['Hoi! Kan ik mijn fiets zaterdag ophalen?', 'Rond elf uur zou mooi zijn.']],
    ['Björn Lindqvist', ['The front brake squeaks again after the service.']],
    ['Aïcha Benali', ['Thank you, the ride was wonderful 🙌']],
    ['Marta Kowalska', ['Is the trailer included in the price?']],
  ];
  for (const [name, texts] of said) {
    const contact = new Contact(product, name);
    for (const text of texts) await contact.write(text);
  }
  const ana = new Contact(product, 'Ana Ruiz');
  await ana.write('Hi, I rented two bikes for Sunday.');
  await ana.write('Could we have a child seat on one of them?');
  await ana.writeImage('This is the one I mean');
}

async function converse(page: Page): Promise<void> {
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, 'Ana Ruiz').click();
  const thread = page.getByRole('region', { name: 'Conversation with Ana Ruiz' });
  await thread.getByText('Could we have a child seat').waitFor();
  await page.keyboard.press('i');
  await thread.getByText(/Taken by/).waitFor();
  await thread.getByRole('textbox').fill('Of course! It is mounted when you pick them up.');
  await page.keyboard.press('Enter');
  const reply = thread.getByRole('article').filter({ hasText: 'Of course!' });
  await reply.getByRole('img', { name: 'Read', exact: true }).waitFor();
}

test('takes the screenshots of the inbox', async ({ product, signedIn }) => {
  test.setTimeout(120_000);
  await play(product);
  const agent = await signedIn(demo.agent.email);
  await converse(agent);
  const path = new URL(agent.url()).pathname;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of [
      ['', { width: 1440, height: 900 }],
      ['-360', { width: 360, height: 740 }],
    ] as const) {
      const page = await signedIn(demo.agent.email, { colorScheme, viewport, reducedMotion: 'reduce' });
      await page.goto('/messaging-inbox?list=unassigned');
      await expect(rowOf(page, 'Luca Moretti')).toBeVisible();
      if (size) await page.screenshot({ path: screen(`list-${colorScheme}${size}`) });
      await page.goto(`${path}?list=unassigned`);
      await expect(page.getByRole('article').filter({ hasText: 'Of course!' })).toBeVisible();
      await expect(page.locator('article img').first()).toBeVisible();
      if (!size) await expect(page.getByText('There are none that you can see.')).toBeVisible();
      await page.screenshot({ path: screen(`inbox-${colorScheme}${size}`) });
    }
  }
});
