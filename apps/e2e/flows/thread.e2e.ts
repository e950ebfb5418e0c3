import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

async function open(page: Page, contact: Contact) {
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, contact.name).click();
  return threadOf(page, contact.name);
}

test('a click on a quote jumps to its message, even to an old one, and a button returns to the end', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Jump');
  const first = await ana.write('How it began');
  for (let number = 1; number <= 180; number++) await ana.write(`line ${number}`);
  await ana.write('as I said', { answering: first });
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new');
  await expect(rowOf(page, ana.name)).toContainText('as I said');
  await rowOf(page, ana.name).click();
  const thread = threadOf(page, ana.name);
  const message = (text: string) => thread.getByRole('article').getByText(text, { exact: true });
  const toEnd = thread.getByRole('button', { name: /^To the end|new$/ });

  // The thread has opened at the first unread message, so the flow first goes to its end.
  await toEnd.click();
  const quote = thread.getByRole('button', { name: /How it began/ });
  await expect(quote).toBeVisible();
  await quote.click();
  await expect(page).toHaveURL(/entry=/);
  await expect(rowOf(page, ana.name)).toBeVisible();
  await expect(message('How it began')).toBeInViewport();
  await expect(
    thread.getByRole('article').filter({ has: page.getByText('How it began', { exact: true }) }),
  ).toBeFocused();
  await expect(message('line 3')).toBeInViewport();
  await expect(message('line 180')).toHaveCount(0);

  // Newer entries load when the agent scrolls down.
  await thread.getByRole('region', { name: /^Messages with/ }).focus();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(message('line 180')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(toEnd).toBeHidden();

  await page.reload();
  await expect(message('line 3')).toBeInViewport();
  await ana.write('meanwhile');
  await expect(thread.getByRole('button', { name: /new$/ })).toBeVisible();
  await toEnd.click();
  await expect(message('meanwhile')).toBeInViewport();
  await expect(page).not.toHaveURL(/entry=/);
  await expect(toEnd).toBeHidden();
  await expectAccessible(page);
});

test('a thread opens at its first unread message, and keeps its scroll position while older entries load above', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Scroll');
  for (let number = 1; number <= 170; number++) await ana.write(`line ${number}`);
  // With reduced motion, the wheel jumps to the top at once, while rows still have estimated heights.
  const page = await signedIn(demo.agent.email, { reducedMotion: 'reduce' });
  await page.goto('/messaging-inbox?list=new');
  const row = rowOf(page, ana.name);
  await expect(row).toContainText('line 170');
  await row.click();
  const thread = threadOf(page, ana.name);
  const line = (number: number) => thread.getByRole('article').getByText(`line ${number}`, { exact: true });
  await expect(thread.getByRole('separator')).toHaveText('170 new');
  await expect(thread.getByRole('separator')).toBeInViewport();
  await expect(line(1)).toBeInViewport();
  await thread.getByRole('button', { name: /^To the end|new$/ }).click();
  await expect(line(170)).toBeInViewport();
  await expect(row).not.toHaveAttribute('data-unread');

  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/entries\?before=/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.reload();
  const scroller = thread.getByRole('region', { name: /^Messages with/ });
  await expect(line(121)).toBeVisible();
  await scroller.hover();
  await page.mouse.wheel(0, -10_000);
  await expect(thread.getByRole('button', { name: 'Earlier messages' })).toBeInViewport({ ratio: 1 });
  const before = await line(125).boundingBox();
  letThrough();
  await expect(line(110)).toBeAttached();
  // Loaded entries get their final height a moment later.
  const shift = async () => Math.abs((await line(125).boundingBox())!.y - before!.y);
  await expect.poll(shift).toBeLessThan(2);

  await expect(async () => {
    await page.mouse.wheel(0, -10_000);
    await expect(line(1)).toBeInViewport({ timeout: 500 });
  }).toPass();
  // The page contains only the entries of a long thread that are near the view.
  await expect(line(170)).toHaveCount(0);
});

test('a reply quotes the message that it answers, and links to that message', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Quote');
  await ana.write('The red one, or the blue one?');
  const page = await signedIn(demo.agent.email);
  const thread = await open(page, ana);
  const asked = thread.getByRole('article').filter({ hasText: 'The red one, or the blue one?' });
  await asked.hover();
  await asked.getByRole('button', { name: 'Reply to this message' }).click();
  const quoted = thread.getByRole('group', { name: 'In answer to' });
  await expect(quoted).toContainText('The red one, or the blue one?');
  const field = thread.getByRole('textbox');
  await expect(field).toBeFocused();
  await field.fill('The blue one');
  await page.keyboard.press('Enter');
  await expect(quoted).toBeHidden();
  const answer = thread.getByRole('article').filter({ hasText: 'The blue one' }).last();
  await expect(answer.getByRole('img', { name: 'Read', exact: true })).toBeVisible({ timeout: 20_000 });
  await answer.getByRole('button', { name: /The red one/ }).click();
  await expect(asked.first()).toBeFocused();
  await expectAccessible(page);
});

test('a note written by keyboard is shown to a colleague at once, and can also be added to an archived conversation', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Note');
  await ana.write('It broke again');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  const [thread, seen] = [await open(mine, ana), await open(theirs, ana)];
  await expect(seen.getByText('It broke again')).toBeVisible();
  await thread.getByText('It broke again').click();
  await mine.keyboard.press('n');
  const field = thread.getByRole('textbox', { name: /^Note about/ });
  await expect(field).toBeFocused();
  await field.fill('Third time: offer a new one');
  await mine.keyboard.press('Enter');
  await expect(thread.getByRole('article', { name: 'Note by You' })).toContainText('Third time');
  await expect(field).toHaveValue('');
  await expect(seen.getByRole('article', { name: `Note by ${demo.agent.name}` })).toContainText('Third time');
  await expectAccessible(theirs);

  await thread.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(seen.getByText('This conversation is archived.')).toBeVisible();
  await mine.goto(theirs.url());
  await expect(thread.getByText('This conversation is archived.')).toBeVisible();
  await thread.getByText('Note', { exact: true }).click();
  await thread.getByRole('textbox').fill('Sent by courier');
  await thread.getByRole('button', { name: 'Add note' }).click();
  await expect(seen.getByText('Sent by courier')).toBeVisible();
  await expect(seen.getByText('This conversation is archived.')).toBeVisible();
});

test('every kind of entry has its own look, in light and in dark mode', async ({ product, signedIn }) => {
  const ana = new Contact(product, 'Ana Kinds');
  const typo = await ana.write('See you on Saturdy');
  const edit = {
    original_message_id: typo,
    message: { type: 'text', text: { body: 'See you on Sunday' } },
  };
  await ana.post({ type: 'edit', edit });
  const wrong = await ana.write('Not for you');
  await ana.post({ type: 'revoke', revoke: { original_message_id: wrong } });
  await ana.post({
    type: 'location',
    location: { latitude: 52.37276, longitude: 4.89361, name: 'Our hotel', address: 'Damrak 1' },
  });
  const [name, phones] = [{ formatted_name: 'Sara Haddad' }, [{ phone: '+34 612 555 010' }]];
  await ana.post({ type: 'contacts', contacts: [{ name, phones }] });
  await ana.writeImage('The one I mean');
  await ana.post({ type: 'sticker', sticker: { id: '4242', mime_type: 'image/webp' } });
  await ana.speak();
  await ana.post({ type: 'unsupported', errors: [{ code: 131051 }], unsupported: { type: 'poll' } });
  const last = await ana.write('<b>Thanks</b> https://parley.example/a?b=1');
  await ana.post({ type: 'reaction', reaction: { message_id: last, emoji: '🙏' } });

  const page = await signedIn(demo.agent.email);
  const thread = await open(page, ana);
  const entry = (text: string) => thread.getByRole('article').filter({ hasText: text });
  await expect(entry('This message was deleted')).not.toContainText('Not for you');
  await entry('See you on Sunday').getByRole('button', { name: 'edited' }).click();
  await expect(entry('See you on Sunday')).toContainText('See you on Saturdy');
  await expect(entry('Our hotel').getByRole('link', { name: 'Open map' })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  await expect(entry('Sara Haddad').getByRole('link', { name: '+34 612 555 010' })).toHaveAttribute(
    'href',
    'tel:+34612555010',
  );
  await expect(entry('The one I mean').getByRole('img', { name: 'Picture' })).toBeVisible();
  await expect(thread.getByRole('link', { name: 'Open Sticker' }).getByRole('img')).toBeVisible();
  await expect(thread.getByRole('group', { name: 'Voice message' })).toBeVisible();
  await thread.getByText('A message that cannot be shown here').click();
  await expect(entry('A message that cannot be shown here')).toContainText('poll');
  // HTML in a message is shown as text, and web addresses become links.
  const thanks = entry('<b>Thanks</b>');
  await expect(thanks.getByRole('link')).toHaveAttribute('href', 'https://parley.example/a?b=1');
  await expect(thanks.getByRole('img', { name: /🙏/ })).toBeVisible();

  await page.keyboard.press('i');
  await thread.getByRole('button', { name: /^Taken by you/ }).click();
  await expect(thread.getByText(`By ${demo.agent.name}.`)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
});
