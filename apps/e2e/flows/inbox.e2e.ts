import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

test('assigning, archiving and a new message move a conversation between lists, live for a colleague', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Archive');
  const [mine, theirs] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  await ana.write('Hi, my order…');
  for (const page of [mine, theirs]) {
    await page.getByRole('link', { name: /^New/ }).click();
    await expect(rowOf(page, ana.name)).toBeVisible();
  }

  await rowOf(mine, ana.name).click();
  const thread = threadOf(mine, ana.name);
  await expect(thread.getByText('Hi, my order…')).toBeVisible();
  await thread.getByRole('button', { name: /Assign/ }).click();
  await mine
    .getByRole('option', { name: 'Assign to me' })
    .or(mine.getByRole('option', { name: /^Me/ }))
    .first()
    .click();
  await expect(thread.getByText('Taken by you').or(thread.getByText(/Taken by/))).toBeVisible();

  // The menu marks the present assignee; choosing them again sends no command.
  const commands: string[] = [];
  mine.on('request', (request) => {
    if (request.url().endsWith('/assign')) commands.push(request.url());
  });
  await thread.getByRole('button', { name: /Assigned to/ }).click();
  await mine.getByRole('textbox', { name: 'Search people and teams' }).fill('sanne');
  const me = mine.getByRole('option', { name: 'Me', exact: true });
  await expect(me).toHaveAttribute('aria-checked', 'true');
  await me.click();
  await expect(me).toBeHidden();
  expect(commands).toEqual([]);
  await mine.getByRole('link', { name: /^Personal/ }).click();
  await expect(rowOf(mine, ana.name)).toBeVisible();

  await theirs.getByRole('link', { name: /^Open/ }).click();
  await expect(rowOf(theirs, ana.name)).toBeVisible();

  await rowOf(mine, ana.name).click();
  const archive = threadOf(mine, ana.name).getByRole('button', { name: 'Archive', exact: true });
  // The tooltip of a button stays while the pointer moves within the button, and closes when the button is pressed.
  const panel = threadOf(mine, ana.name).getByRole('button', { name: 'Show or hide the contact' });
  await panel.hover();
  const hint = mine.getByText(/ · \]$/);
  await expect(hint).toBeVisible();
  await expect(panel).toHaveAccessibleDescription(/ · \]$/);
  await panel.hover({ position: { x: 2, y: 2 } });
  await expect(hint).toBeVisible({ timeout: 100 });
  await panel.click();
  await expect(hint).toBeHidden();
  await panel.click();
  await archive.click();
  await theirs.getByRole('link', { name: /^Archived/ }).click();
  await expect(rowOf(theirs, ana.name)).toBeVisible();

  await ana.write('One more thing');
  await theirs.getByRole('link', { name: /^Open/ }).click();
  await expect(rowOf(theirs, ana.name)).toContainText('One more thing');
});

/**
 * Runs in the page: returns the texts of list, badges, thread and panel, without times that depend on the present
 * time.
 */
const shown = `(() => {
  const said = (selector) => [...document.querySelectorAll(selector)].map((element) => {
    const copy = element.cloneNode(true);
    for (const moment of copy.querySelectorAll('time')) moment.remove();
    return copy.textContent.replace(/\\s+/g, ' ').trim();
  });
  const [list, badges, thread, panel] = ['[role=option]', 'nav a', '[data-entry]', 'aside'].map(said);
  return JSON.stringify({ list, badges, thread, panel }, null, 1);
})()`;
const screenOf = (page: Page) => page.evaluate<string>(shown);

test('3 seconds after the network is back, the screen shows the same as a new window', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const family = `Tunnel${String(Date.now()).slice(-6)}`;
  const names = ['Open', 'Written', 'Taken', 'Archived', 'Tagged', 'Read'] as const;
  const people = new Map(names.map((name) => [name, new Contact(product, `${name} ${family}`)]));
  for (const contact of people.values()) await contact.write('before');
  const [manager, colleague] = [
    await Api.signIn(product, demo.manager.email),
    await Api.signIn(product, demo.colleague.email),
  ];
  const made = await manager.request('POST', '/api/v3/tags', { name: family, colour: '#c92a2a' });
  const { id: tagId } = (await made.json()) as { id: string };
  const address = `/messaging-inbox?list=new&keyword=${family}`;
  const page = await signedIn(demo.agent.email);
  await page.goto(address);
  await expect(page.getByRole('option')).toHaveCount(names.length);
  await rowOf(page, `Open ${family}`).click();
  const thread = threadOf(page, `Open ${family}`);
  await expect(thread.getByText('before', { exact: true })).toBeVisible();
  await thread.getByRole('textbox').hover();

  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. What you send waits.')).toBeVisible();
  const chats = new Map((await manager.chats('new')).map((chat) => [chat.contact.name, chat]));
  const act = async (api: Api, name: (typeof names)[number], command: string, body: unknown = {}) => {
    const chat = chats.get(`${name} ${family}`)!;
    const answer = await api.request('POST', `/api/v3/messaging-chats/${chat.id}/${command}`, body);
    expect(answer.ok).toBe(true);
  };
  const nobody = { userId: null, teamId: null };
  const { user } = await colleague.get<{ user: { id: string } }>('/api/gateway/v1/auth/permissions');
  for (const name of ['Open', 'Written'] as const) await people.get(name)!.write('while away');
  await act(manager, 'Taken', 'assign', { ...nobody, userId: user.id, expected: nobody });
  await act(manager, 'Archived', 'archive', { seenUpTo: '9'.repeat(20) });
  for (const name of ['Tagged', 'Open'] as const) await act(manager, name, 'tags', { tagId });
  await act(colleague, 'Read', 'read', { seenUpTo: '9'.repeat(20) });
  const idempotencyKey = randomUUID();
  await act(manager, 'Open', 'internal-comments', { text: 'Call her back', idempotencyKey });
  const { contactId } = chats.get(`Open ${family}`)!;
  await manager.request('PATCH', `/api/v3/contacts/${contactId}`, { company: 'Harbour Bikes' });

  // A newly opened window shows all changes.
  const fresh = await signedIn(demo.agent.email);
  await fresh.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  const freshThread = threadOf(fresh, `Open ${family}`);
  await expect(freshThread.getByText('while away', { exact: true })).toBeVisible();
  await expect(freshThread.getByText('Call her back')).toBeVisible();
  await expect(fresh.getByText('Harbour Bikes').first()).toBeVisible();
  await expect(fresh.getByRole('option')).toHaveCount(4);
  await expect(rowOf(fresh, `Open ${family}`).getByText('1', { exact: true })).toHaveCount(0);
  expect(await screenOf(page)).not.toEqual(await screenOf(fresh));

  await page.context().setOffline(false);
  // The notice "offline" changes to "connecting", which then disappears.
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await expect(page.getByText('Connecting again.')).toHaveCount(0);
  await expect.poll(() => screenOf(page), { timeout: 3_000, intervals: [100] }).toBe(await screenOf(fresh));
});

test('an agent finds, reads, answers and archives a conversation by keyboard alone', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Keys');
  await ana.write('by keyboard');
  const page = await signedIn(demo.agent.email);
  await expect(page.getByRole('link', { name: /^New/ })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/list=new/);
  await expect(rowOf(page, ana.name)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /^Conversation with/ })).toBeVisible();
  const name = /^Conversation with (.*)$/.exec(
    (await page.getByRole('region', { name: /^Conversation with/ }).getAttribute('aria-label')) ?? '',
  )![1]!;
  await page.keyboard.press('r');
  await page.keyboard.type('typed');
  await page.keyboard.press('Control+Enter');
  await expect(threadOf(page, name).getByRole('article').filter({ hasText: 'typed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(rowOf(page, name)).toBeVisible();
});

/** Dispatches several keys in a row with only microtasks in between, as a busy page receives them. */
const pressAtOnce = (page: Page, keys: string[]) =>
  page.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
      for (let settled = 0; settled < 100; settled++) await null;
    }
  })()`);

test('keys typed immediately after switching conversations apply to the new one', async ({
  product,
  signedIn,
}) => {
  const [ana, ben] = [new Contact(product, 'Ana Hasty'), new Contact(product, 'Ben Hasty')];
  await ana.write('the first');
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new&keyword=hasty');
  await expect(rowOf(page, ana.name)).toBeVisible();
  await ben.write('the second');
  await rowOf(page, ben.name).click();
  await expect(threadOf(page, ben.name).getByRole('textbox')).toBeVisible();
  await rowOf(page, ben.name).focus();
  await page.keyboard.press('j');
  await expect(rowOf(page, ana.name)).toBeFocused();
  await pressAtOnce(page, ['Enter', 'n']);
  await expect(threadOf(page, ana.name).getByRole('textbox', { name: /^Note/ })).toBeFocused();
  await expect(threadOf(page, ana.name).getByText('the first')).toBeVisible();
  await rowOf(page, ben.name).click();
  await expect(threadOf(page, ben.name).getByRole('textbox', { name: /^Reply/ })).toBeVisible();

  // A key pressed while a conversation loads takes effect once it has loaded; letters typed in the meantime go into
  // its field.
  const chats = await (await Api.signIn(product, demo.agent.email)).chats('new');
  const { id } = chats.find(({ contact }) => contact.name === ana.name)!;
  let answer = () => undefined as void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/chats-list/${id}`, async (route) => {
    await answered;
    await route.continue();
  });
  // No loaded list contains this conversation, so everything about it must be fetched.
  await page.goto(`/messaging-inbox/${id}?list=failed`);
  await expect(page.getByRole('heading', { name: 'Failed', level: 2 })).toBeVisible();
  await page.keyboard.press('n');
  await page.keyboard.type('Please ');
  answer();
  const note = threadOf(page, ana.name).getByRole('textbox', { name: /^Note/ });
  await expect(note).toBeFocused();
  await page.keyboard.type('call her');
  await expect(note).toHaveValue('Please call her');
});

test('a picture is uploaded, sent and shown, and a picture from the contact is fetched and shown', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Picture');
  await ana.write('can you show me?');
  await ana.writeImage('here is mine');
  const page = await signedIn(demo.agent.email);
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, ana.name).click();
  const thread = threadOf(page, ana.name);
  const loaded = (name: string) =>
    expect
      .poll(() =>
        thread
          .getByRole('article')
          .filter({ hasText: name })
          .locator('img[src*="/assets/"]')
          .first()
          .evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
      )
      .toBeGreaterThan(0);
  await loaded('here is mine');

  const choosing = page.waitForEvent('filechooser');
  await thread.getByRole('button', { name: 'Attach files' }).click();
  await (await choosing).setFiles({ name: 'bike.png', mimeType: 'image/png', buffer: onePixel });
  await thread.getByRole('textbox').fill('this one');
  await thread.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(thread.getByRole('article').filter({ hasText: 'this one' })).toBeVisible();
  // The sender's window shows its local copy; a colleague's window fetches the picture from the product.
  const colleague = await signedIn(demo.colleague.email);
  await colleague.goto('/messaging-inbox?list=new');
  await rowOf(colleague, ana.name).click();
  await expect(threadOf(colleague, ana.name).locator('article img[src*="/assets/"]')).toHaveCount(2);
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
