import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { CreatedResponse } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const screen = (name: string) => resolve(__dirname, '../../../docs/screens', `${name}.png`);
const rowsOf = (page: Page) => page.getByRole('listbox').getByRole('option');
const family = 'Vermeer';

const sizes: [string, BrowserContextOptions][] = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 }, hasTouch: true }],
];

test('takes the screenshots of lists: filters, a filtered list, a selection, and a list without matches', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const said = {
    Anna: 'Is my bike ready on Friday?',
    Bram: 'The saddle is too low, can I come by?',
    Carla: 'Do you rent cargo bikes, too?',
    Daan: 'Thank you for yesterday!',
    Emma: 'I would like to change my booking.',
  };
  for (const [name, text] of Object.entries(said))
    await new Contact(product, `${name} ${family}`).write(text);
  const api = await Api.signIn(product, demo.admin.email);
  const made = await api.request('POST', '/api/v3/tags', { name: 'Booking', colour: '#3b4fd8' });
  const { id: tagId } = (await made.json()) as CreatedResponse;
  const first = await signedIn(demo.agent.email);
  await first.goto(`/messaging-inbox?list=new&keyword=${family}`);
  await expect(rowsOf(first)).toHaveCount(5);
  for (const { id } of (await api.chats('new')).filter(({ contact }) => contact.name.endsWith(family)))
    await api.request('POST', `/api/v3/messaging-chats/${id}/tags`, { tagId });

  for (const [size, options] of sizes) {
    const page = await signedIn(demo.agent.email, { ...options, reducedMotion: 'reduce' });
    const open = async (query: string) => {
      await page.goto(`/messaging-inbox?list=new&${query}`);
      await page.getByRole('button', { name: /^Sorted/ }).waitFor();
    };
    const narrowed = `tags=${tagId}&read=false&channels=${demo.channelId}&sortBy=longestWaiting`;
    await open(narrowed);
    await expect(rowsOf(page)).toHaveCount(5);
    await page.screenshot({ path: screen(`list-filtered-${size}`) });

    await page.getByRole('button', { name: /^Filter/ }).click();
    await page.getByRole('combobox', { name: 'Channels' }).waitFor();
    await page.screenshot({ path: screen(`list-filters-${size}`) });

    await open(`keyword=${family}`);
    await rowsOf(page).first().focus();
    await page.keyboard.press('x');
    for (let n = 0; n < 2; n++) await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByText('3 of 10')).toBeVisible();
    await page.screenshot({ path: screen(`list-selected-${size}`) });

    await open(`${narrowed}&keyword=nobody`);
    await expect(page.getByText('Nothing matches').first()).toBeVisible();
    await page.screenshot({ path: screen(`list-nothing-matches-${size}`) });
  }
});
