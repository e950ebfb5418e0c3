import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const screen = (name: string) => resolve(__dirname, '../../../docs/screens', `${name}.png`);
const panelOf = (page: Page) => page.getByRole('complementary').or(page.getByRole('dialog'));
const threadOf = (page: Page) => page.getByRole('region', { name: /^Conversation with/ });

const sizes = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
] as const;

test('takes the screenshots of the contact panel, colleagues in a conversation, and the command palette', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const ana = new Contact(product, 'Ana Ruiz');
  await ana.write('Hi, I rented two bikes for Sunday.');
  await ana.write('Could we have a child seat on one of them?');
  const manager = await Api.signIn(product, demo.manager.email);
  await expect.poll(async () => (await manager.chats('new')).some(isAna)).toBe(true);
  const chat = (await manager.chats('new')).find(isAna)!;
  const details = { company: 'Ruiz Bicycles', jobTitle: 'Mechanic', city: 'Madrid', country: 'ES' };
  const metadata = [
    { name: 'Frame size', value: '54' },
    { name: 'Customer since', value: '2019' },
  ];
  const contact = `/api/v3/contacts/${chat.contactId}`;
  await manager.request('PATCH', contact, { ...details, metadata });
  await manager.request('POST', `${contact}/prioritise`);
  const colleague = await Api.signIn(product, demo.colleague.email);
  for (const [who, comment] of [
    [manager, 'Prefers to be called in the morning.'],
    [colleague, 'Got a free inner tube in May, after the puncture.'],
  ] as const)
    await who.request('POST', '/api/v3/internal-comments', { contactId: chat.contactId, comment });

  const other = await signedIn(demo.colleague.email);
  for (const [size, options] of sizes) {
    const page = await signedIn(demo.manager.email, { ...options, reducedMotion: 'reduce' });
    const isNarrow = size === 'narrow';
    const open = async () => {
      await page.goto(`/messaging-inbox/${chat.id}?list=new`);
      await threadOf(page).getByText('child seat').waitFor();
      if (!isNarrow) return;
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Contact', exact: true }).click();
    };
    await open();
    await expect(panelOf(page).getByText('inner tube')).toBeVisible();
    await page.screenshot({ path: screen(`panel-${size}`) });

    await panelOf(page).getByRole('button', { name: 'Change E-mail' }).click();
    await panelOf(page).getByRole('textbox', { name: 'E-mail' }).fill('ana at home');
    await panelOf(page).getByRole('textbox', { name: 'E-mail' }).press('Enter');
    await expect(panelOf(page).getByText('This is not an e-mail address.')).toBeVisible();
    await page.screenshot({ path: screen(`panel-error-${size}`) });

    await page.goto(`/messaging-inbox/${chat.id}?list=new`);
    await other.goto(`/messaging-inbox/${chat.id}?list=new`);
    await threadOf(other).getByRole('textbox').pressSequentially('Of course');
    await expect(threadOf(page).getByText('is typing…')).toBeVisible();
    await page.screenshot({ path: screen(`presence-${size}`) });
    await threadOf(other).getByRole('textbox').fill('');
    await other.goto('/messaging-inbox?list=archived');

    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByText('Archive', { exact: true })).toBeVisible();
    await page.screenshot({ path: screen(`palette-${size}`) });
    await page.keyboard.press('Escape');

    await manager.request('POST', `${contact}/block`);
    await expect(threadOf(page).getByText('cannot be answered')).toBeVisible();
    await page.screenshot({ path: screen(`blocked-${size}`) });
    await manager.request('POST', `${contact}/unblock`);
  }
});

function isAna({ contact }: { contact: { name: string } }): boolean {
  return contact.name === 'Ana Ruiz';
}
