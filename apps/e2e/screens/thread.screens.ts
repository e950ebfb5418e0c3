import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const screen = (name: string) => resolve(__dirname, '../../../docs/screens', `${name}.png`);
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

const looks = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 1240 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 1240 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
] as const;

/** Creates every kind of entry that a thread can contain. */
async function talk(contact: Contact): Promise<void> {
  const asked = await contact.write('Which of the two fits a child of four?');
  for (let number = 1; number <= 55; number++)
    await contact.write(`Photo ${number} of the seat is on its way`);
  const typo = await contact.write('I rented it for Saturdy.');
  await contact.post({
    type: 'edit',
    edit: { original_message_id: typo, message: { type: 'text', text: { body: 'I rented it for Sunday.' } } },
  });
  const wrong = await contact.write('Not for you');
  await contact.post({ type: 'revoke', revoke: { original_message_id: wrong } });
  await contact.post({
    type: 'location',
    location: { latitude: 52.37276, longitude: 4.89361, name: 'Our hotel', address: 'Damrak 1, Amsterdam' },
  });
  await contact.post({
    type: 'contacts',
    contacts: [{ name: { formatted_name: 'Sara Haddad' }, phones: [{ phone: '+34 612 555 010' }] }],
  });
  await contact.speak();
  await contact.post({ type: 'sticker', sticker: { id: '4242', mime_type: 'image/webp' } });
  await contact.post({ type: 'unsupported', errors: [{ code: 131051 }], unsupported: { type: 'poll' } });
  const again = await contact.write('So which one?', { answering: asked });
  await contact.post({ type: 'reaction', reaction: { message_id: again, emoji: '🙏' } });
}

test('takes the screenshots of a thread with every kind of entry, its notes, and a jump into its history', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(300_000);
  const noor = new Contact(product, 'Noor Haddad');
  await talk(noor);
  const first = await signedIn(demo.agent.email);
  await first.goto('/messaging-inbox?list=new');
  await first.getByRole('option').filter({ hasText: noor.name }).click();
  const thread = threadOf(first, noor.name);
  await thread.getByRole('button', { name: /^To the end|new$/ }).click();
  await first.keyboard.press('i');
  await expect(thread.getByText(/Taken by you/)).toBeVisible();
  await first.keyboard.press('n');
  await thread.getByRole('textbox').fill('Same family as last summer: keep the blue seat for them.');
  await first.keyboard.press('Enter');
  await expect(thread.getByRole('article', { name: 'Note by You' })).toBeVisible();
  const path = new URL(first.url()).pathname;

  for (const [look, options] of looks) {
    const page = await signedIn(demo.agent.email, { ...options, reducedMotion: 'reduce' });
    await page.goto(path);
    const its = threadOf(page, noor.name);
    await expect(its.getByRole('article', { name: 'Note by You' })).toBeVisible();
    await its.getByRole('button', { name: 'edited' }).click();
    await its.getByRole('button', { name: /Taken by you/ }).click();
    await page.screenshot({ path: screen(`thread-${look}`) });
    await its.getByText('Note', { exact: true }).click();
    await its.getByRole('textbox').fill('She pays by card at the desk.');
    await page.screenshot({ path: screen(`thread-note-${look}`) });
    await its.getByRole('textbox').fill('');
    await its.getByRole('button', { name: /Which of the two/ }).click();
    await expect(its.getByRole('article').getByText('Photo 2 of the seat')).toBeInViewport();
    await page.screenshot({ path: screen(`thread-jumped-${look}`) });
  }
});
