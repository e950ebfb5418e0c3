import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { saving } from '../support/saving';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Conversation with ${name}` });

test('taking, archiving and a new message move a conversation from list to list, live for a colleague', async ({
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
  await mine.getByRole('link', { name: /^Personal/ }).click();
  await expect(rowOf(mine, ana.name)).toBeVisible();

  await theirs.getByRole('link', { name: /^Open/ }).click();
  await expect(rowOf(theirs, ana.name)).toBeVisible();

  await rowOf(mine, ana.name).click();
  const archive = threadOf(mine, ana.name).getByRole('button', { name: 'Archive', exact: true });
  // What a button says of itself stays while one moves on it, and goes once it is pressed.
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

test('the only conversation of a list stays, dimmed, until one leaves it', async ({ product, signedIn }) => {
  const ana = new Contact(product, 'Ana Alone');
  await ana.write('just me');
  const page = await signedIn(demo.admin.email);
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, ana.name).click();
  const thread = threadOf(page, ana.name);
  await expect(thread.getByText('just me')).toBeVisible();
  await page.keyboard.press('i');
  await expect(thread.getByText('Taken by you')).toBeVisible();
  await page.getByRole('link', { name: /^Personal/ }).click();
  await expect(
    page.getByRole('listbox', { name: 'Conversations: Personal' }).getByRole('option'),
  ).toHaveCount(1);
  await rowOf(page, ana.name).click();
  await thread.getByRole('button', { name: /Assign/ }).click();
  await page.getByRole('option', { name: 'Unassign' }).click();
  await expect(thread.getByText(/Unassigned by/)).toBeVisible();
  await expect(rowOf(page, ana.name)).toHaveAttribute('data-dimmed', 'true');

  await page.getByRole('link', { name: /^Open/ }).click();
  await expect(page.getByRole('heading', { name: 'Open', level: 2 })).toBeVisible();
  await page.getByRole('link', { name: /^Personal/ }).click();
  await expect(page.getByText('Nothing is assigned to you.').or(page.getByText(/in New$/))).toBeVisible();
});

test('two agents who take the same conversation: one has it, the other is told who', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Contested');
  await ana.write('Anybody there?');
  const [first, second] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  for (const page of [first, second]) {
    await page.getByRole('link', { name: /^New/ }).click();
    await rowOf(page, ana.name).click();
    await expect(threadOf(page, ana.name).getByText('Anybody there?')).toBeVisible();
  }
  // The second one's screen stands still, as after a lost connection.
  await second.context().setOffline(true);
  await first.getByText('Anybody there?').first().click();
  await first.keyboard.press('i');
  await expect(threadOf(first, ana.name).getByText(/Taken by/)).toBeVisible();
  await second.context().setOffline(false);
  await expect(threadOf(second, ana.name).getByText(/Taken by/)).toBeVisible({ timeout: 20_000 });
});

test('what happened while the connection was away is on the screen afterwards, once', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Offline');
  await ana.write('before');
  const page = await signedIn(demo.agent.email);
  await page.getByRole('link', { name: /^New/ }).click();
  await rowOf(page, ana.name).click();
  const thread = threadOf(page, ana.name);
  await expect(thread.getByText('before', { exact: true })).toBeVisible();

  await page.context().setOffline(true);
  await ana.write('while away');
  await page.context().setOffline(false);
  await expect(thread.getByRole('article').filter({ hasText: 'while away' })).toHaveCount(1, {
    timeout: 45_000,
  });
});

/** What the list, its badges, the thread and the panel say, without what depends on the moment. */
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

test('after a lost network the screen is what a new window shows, within 3 seconds of the reconnect', async ({
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

  // Somebody who comes only now sees all of it.
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
  // One gives way to the other.
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await expect(page.getByText('Connecting again.')).toHaveCount(0);
  await expect.poll(() => screenOf(page), { timeout: 3_000, intervals: [100] }).toBe(await screenOf(fresh));
});

test('a draft survives leaving and reloading', async ({ product, signedIn }) => {
  const ana = new Contact(product, 'Ana Half');
  await ana.write('hello');
  const page = await signedIn(demo.agent.email);
  await page.getByRole('link', { name: /^New/ }).click();
  await rowOf(page, ana.name).click();
  await threadOf(page, ana.name).getByRole('textbox').fill('half a sentence');
  await page.reload();
  await expect(threadOf(page, ana.name).getByRole('textbox')).toHaveValue('half a sentence');
});

test('the keyboard alone finds, reads, answers and archives', async ({ product, signedIn }) => {
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

/** Keys that waited while the page was busy come one after the other, with nothing but promises between them. */
const pressAtOnce = (page: Page, keys: string[]) =>
  page.evaluate(`(async () => {
    for (const key of ${JSON.stringify(keys)}) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
      for (let settled = 0; settled < 100; settled++) await null;
    }
  })()`);

test('keys that follow at once are meant for the conversation that was gone to', async ({
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
});

test('keys wait for a conversation that takes its time, and what is typed for its field stands in it', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Slow');
  await ana.write('by and by');
  const chats = await (await Api.signIn(product, demo.agent.email)).chats('new');
  const { id } = chats.find(({ contact }) => contact.name === ana.name)!;
  const page = await signedIn(demo.agent.email);
  let answer = () => undefined as void;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/chats-list/${id}`, async (route) => {
    await answered;
    await route.continue();
  });
  // Where no list knows of it, all of it has to be fetched.
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

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`nothing serious for axe, ${colorScheme} at ${width} px`, async ({ product, signedIn }) => {
      const ana = new Contact(product, `Ana ${colorScheme} ${width}`);
      await ana.write('accessible?');
      const page = await signedIn(demo.agent.email, {
        colorScheme,
        viewport: { width, height: 800 },
        reducedMotion: 'reduce',
      });
      await page.goto('/messaging-inbox?list=new');
      await expect(rowOf(page, ana.name)).toBeVisible();
      await expectAccessible(page);
      await rowOf(page, ana.name).click();
      await expect(threadOf(page, ana.name).getByText('accessible?')).toBeVisible();
      await expectAccessible(page);
      const sideways = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(await sideways()).toBeLessThanOrEqual(0);
    });
  }
}

test('speaks Spanish and Dutch once that is chosen, on every device', async ({ signedIn }) => {
  const page = await signedIn(demo.manager.email);
  for (const [choice, language, list] of [
    ['Español', 'es', 'Nuevas'],
    ['Nederlands', 'nl', 'Nieuw'],
    ['English', 'en', 'New'],
  ] as const) {
    await page.goto('/settings/account');
    await page.getByText(choice, { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const elsewhere = await signedIn(demo.manager.email);
    await expect(elsewhere.getByRole('link', { name: new RegExp(`^${list}`) })).toBeVisible();
  }
});

test('Enter writes a new line for whoever has switched sending by Enter off', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Enter');
  await ana.write('hello');
  const page = await signedIn(demo.colleague.email);
  await page.goto('/settings/account');
  const enterSends = page.getByRole('switch', { name: 'Enter sends' });
  try {
    await saving(page, '/api/v3/users/', () => enterSends.press('Space'));
    await expect(enterSends).not.toBeChecked();
    await page.goto('/messaging-inbox?list=new');
    await rowOf(page, ana.name).click();
    const reply = threadOf(page, ana.name).getByRole('textbox');
    await reply.fill('one');
    await reply.press('Enter');
    await reply.pressSequentially('two');
    await expect(reply).toHaveValue('one\ntwo');
    await reply.press('Control+Enter');
    await expect(threadOf(page, ana.name).getByRole('article').filter({ hasText: 'two' })).toBeVisible();
  } finally {
    // As it was: other flows are about the same person.
    const api = await Api.signIn(product, demo.colleague.email);
    const { user } = await api.get<{ user: { id: string } }>('/api/gateway/v1/auth/permissions');
    const asItWas = { settings: [{ name: 'enterToSend', value: '1' }] };
    expect((await api.request('PATCH', `/api/v3/users/${user.id}`, asItWas)).status).toBe(200);
  }
});

test('a picture is uploaded, sent and shown; one from the contact is fetched and shown', async ({
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
  // The sender keeps the copy they chose; a colleague gets it from the product.
  const colleague = await signedIn(demo.colleague.email);
  await colleague.goto('/messaging-inbox?list=new');
  await rowOf(colleague, ana.name).click();
  await expect(threadOf(colleague, ana.name).locator('article img[src*="/assets/"]')).toHaveCount(2);
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
