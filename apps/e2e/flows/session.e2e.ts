import type { Locator, Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { giveFiles } from '../support/give-files';
import { expect, expectAccessible, test } from '../support/test';

test.use({ signsInEachTime: true });

test('signing out everywhere signs the user out of all browsers, which then ask for the password', async ({
  signedIn,
}) => {
  const [desk, phone] = [await signedIn(demo.agent.email), await signedIn(demo.agent.email)];
  const colleague = await signedIn(demo.colleague.email);
  await desk.goto('/settings/account');
  const everywhere = desk.getByRole('button', { name: 'Sign out everywhere' });
  await everywhere.click();
  const question = desk.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expectAccessible(desk);
  await question.getByRole('button', { name: 'Sign out' }).click();
  // The other browser is idle: the server closes its socket, and the browser leaves the page.
  for (const page of [desk, phone]) await expect(page.locator('input[name=password]')).toBeVisible();
  await phone.goto('/messaging-inbox');
  await expect(phone.locator('input[name=password]')).toBeVisible();
  await colleague.reload();
  await expect(colleague.getByRole('button', { name: `Account of ${demo.colleague.name}` })).toBeVisible();
});

test('the first visit sends no request that is refused, and returns to the requested page after the sign-in', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(response.url());
  });
  await page.goto('/messaging-inbox?list=open');
  await expect(page.locator('input[name=email]')).toBeVisible();
  expect(refused).toEqual([]);
  await signIn(page, demo.colleague.email);
  await expect(page).toHaveURL(/\/messaging-inbox\?list=open/);
  await context.close();
});

test('a status is chosen in the account menu and seen by a colleague at once', async ({
  product,
  signedIn,
}) => {
  const [sanne, amara] = [await signedIn(demo.agent.email), await signedIn(demo.colleague.email)];
  await new Contact(product, 'Stella Status').write('Hello');
  await amara.goto('/messaging-inbox?list=new');
  await amara.getByRole('option').filter({ hasText: 'Stella Status' }).click();
  await amara.getByRole('button', { name: /^Assign/ }).click();
  const seen = amara.getByRole('option', { name: new RegExp(`^${demo.agent.name}`) });
  await expect(seen).toContainText('Available');

  const choose = async (status: string) => {
    await sanne.getByRole('button', { name: `Account of ${demo.agent.name}` }).click();
    await sanne.getByRole('menuitemradio', { name: status }).click();
  };
  await choose('Away');
  await expect(seen).toContainText('Away');
  await expect(sanne.getByRole('button', { name: `Account of ${demo.agent.name}, Away` })).toBeVisible();
  await choose('Available');
  await expect(seen).toContainText('Available');
});

test('signing out in one tab signs out all tabs, and the next user sees no data of the previous one', async ({
  product,
  signedIn,
}) => {
  await new Contact(product, 'Toby Tabs').write('Hello');
  const page = await signedIn(demo.manager.email);
  const other = await page.context().newPage();
  await other.goto('/messaging-inbox?list=new');
  const row = other.getByRole('option').filter({ hasText: 'Toby Tabs' });
  await row.click();
  await other.getByRole('textbox', { name: /Toby Tabs|message/i }).fill('not for the next one');

  await page.getByRole('button', { name: `Account of ${demo.manager.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const email = other.locator('input[name=email]');
  await expect(email).toBeVisible();
  await email.fill(demo.stranger.email);
  await other.locator('input[name=password]').fill(demo.password);
  await other.locator('button[type=submit]').click();
  await other.waitForURL('**/messaging-inbox**');
  await expect(
    other.getByRole('button', { name: `Account of ${demo.stranger.name}, Available` }),
  ).toBeVisible();
  await expect(other.getByText('Toby Tabs')).toHaveCount(0);
  const kept = await other.evaluate<string>('Object.entries(localStorage).join()');
  expect(kept).not.toContain('not for the next one');
});

const account = (page: Page) => page.getByRole('button', { name: /^Account of/ });

async function signOut(page: Page) {
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

async function signIn(page: Page, email: string) {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(demo.password);
  await page.locator('button[type=submit]').click();
  // If another user was signed in before, the page first reloads itself.
  await expect(account(page)).toBeVisible();
}

async function openNew(page: Page, name: string) {
  await page.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(name)}`);
  await page.getByRole('option').filter({ hasText: name }).click();
  const thread = page.getByRole('region', { name: `Conversation with ${name}` });
  await expect(thread.getByRole('article').first()).toBeVisible();
  return thread;
}

/** Writes a message that no window of this browser can send until the route is removed. */
async function writeInVain(page: Page, thread: Locator, text: string) {
  await page.context().route('**/messages/send', (route) => route.abort());
  const tried = page.waitForRequest('**/messages/send');
  await thread.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
  await tried;
}

test('signing out asks for confirmation before unsent messages are deleted; after "Stay" they are sent, once', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Leaving');
  await ana.write('is it ready?');
  const page = await signedIn(demo.agent.email);
  const thread = await openNew(page, ana.name);
  const address = page.url();
  await page.context().setOffline(true);
  await thread.getByRole('textbox').fill('It is ready');
  await page.keyboard.press('Enter');
  const message = thread.getByRole('article').filter({ hasText: 'It is ready' });
  await expect(message.getByRole('img', { name: 'Pending' })).toBeVisible();
  await thread.getByRole('textbox').fill('And so is');
  const file = { name: 'bill.pdf', type: 'application/pdf', bytes: 1_000 };
  await giveFiles(thread.getByRole('textbox'), 'paste', [file]);
  const removeFile = thread.getByRole('button', { name: 'Remove bill.pdf' });
  await expect(removeFile).toBeVisible();
  await signOut(page);
  const dialog = page.getByRole('dialog', { name: 'Not everything is sent yet' });
  await expect(dialog).toContainText('1 message is not sent yet.');
  await expect(dialog).toContainText('1 draft is not saved yet.');
  await expect(dialog).toContainText('1 file is not sent yet.');
  const stay = dialog.getByRole('button', { name: 'Stay' });
  await expect(stay).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(thread.getByRole('textbox')).toHaveValue('And so is');

  await page.context().setOffline(false);
  await expect(message.getByRole('img', { name: 'Read', exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(message).toHaveCount(1);

  // No unsent item is left, so signing out does not ask for confirmation.
  await removeFile.click();
  await signOut(page);
  await expect(page.locator('input[name=email]')).toBeVisible();
  await signIn(page, demo.agent.email);
  await page.goto(address);
  await expect(thread.getByRole('textbox')).toHaveValue('And so is');
});

test('signing out also asks about unsent messages of another window, and deletes them after "Sign out anyway"', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Windows');
  await ana.write('hello?');
  const page = await signedIn(demo.agent.email);
  const other = await page.context().newPage();
  const thread = await openNew(other, ana.name);
  await writeInVain(other, thread, 'Written elsewhere');
  // Signs out from a window in which the inbox was never opened.
  await page.goto('/settings/account');
  await signOut(page);
  const dialog = page.getByRole('dialog', { name: 'Not everything is sent yet' });
  await expect(dialog).toContainText('1 message is not sent yet.');
  await dialog.getByRole('button', { name: 'Sign out anyway' }).click();
  for (const window of [page, other]) {
    await expect(window.locator('input[name=email]')).toBeVisible({ timeout: 45_000 });
  }
  await page.context().unroute('**/messages/send');
  await signIn(page, demo.agent.email);
  expect(await page.evaluate<string>('Object.entries(localStorage).join()')).not.toContain(
    'Written elsewhere',
  );
});

test('signing out does not ask about a message that was discarded in another window', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Settled');
  await ana.write('hello?');
  const other = await signedIn(demo.agent.email);
  const thread = await openNew(other, ana.name);
  const problem = { contentType: 'application/problem+json', body: '{"code":"not_authorized"}' };
  await other.route('**/messages/send', (route) => route.fulfill({ status: 403, ...problem }));
  await thread.getByRole('textbox').fill('Never mind');
  await other.keyboard.press('Enter');
  const discard = thread.getByRole('button', { name: 'Discard' });
  await expect(discard).toBeVisible();
  const page = await other.context().newPage();
  // Every page reads at its start which messages are unsent, and the flow waits for that.
  const read = page.waitForResponse(/\/unsent-/);
  await page.goto('/settings/account');
  await (await read).finished();
  await expect(account(page)).toBeVisible();
  await discard.click();
  await expect(discard).toBeHidden();
  await signOut(page);
  await expect(page.locator('input[name=email]')).toBeVisible();
});

test('signing out of an expired session starts no new one; after "Stay" the user signs in and sends the rest', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Expired');
  await ana.write('hello?');
  const page = await signedIn(demo.agent.email);
  const other = await page.context().newPage();
  const thread = await openNew(other, ana.name);
  await writeInVain(other, thread, 'Too late');
  await other.close();
  // Until the user signs out, this page sends no request that would reveal that the session has ended.
  await page.goto('/settings/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const ended = {
    status: 401,
    contentType: 'application/problem+json',
    body: '{"code":"login_expired"}',
  };
  await page.context().unroute('**/messages/send');
  await page.route('**/messages/send', (route) => route.fulfill(ended));
  await page.route('**/auth/token', (route) => route.fulfill(ended));
  await signOut(page);
  const dialog = page.getByRole('dialog', { name: 'Not everything is sent yet' });
  await expect(dialog).toContainText('1 message is not sent yet.');
  await page.unroute('**/auth/token');
  const signingIn = page.waitForRequest('**/auth/login?return_to=**');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await signingIn;
  // The identity provider still has a session of the user.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await signOut(page);
  await dialog.getByRole('button', { name: 'Sign out anyway' }).click();
  await expect(page.locator('input[name=email]')).toBeVisible();
});

test('after a session timeout the user’s unsent message is sent when they return; the next user of the browser does not see it', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Overnight');
  await ana.write('are you there?');
  const page = await signedIn(demo.manager.email);
  await page.clock.install();
  const context = page.context();
  let address = '';
  const writeAndSleep = async (text: string) => {
    const thread = await openNew(page, ana.name);
    address = page.url();
    await writeInVain(page, thread, text);
    await page.clock.fastForward('09:00:00');
    await expect(page.locator('input[name=email]')).toBeVisible({ timeout: 45_000 });
    await context.unroute('**/messages/send');
  };
  const sends: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/messages/send')) sends.push(request.postData() ?? '');
  });

  await writeAndSleep('Good morning');
  await signIn(page, demo.manager.email);
  const message = page.getByRole('article').filter({ hasText: 'Good morning' });
  await page.goto(address);
  await expect(message.getByRole('img', { name: 'Read', exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(message).toHaveCount(1);

  await ana.write('and now?');
  await writeAndSleep('Not for the next one');
  const kept = () => page.evaluate<string>('Object.entries(localStorage).join()');
  expect(await kept()).toContain('Not for the next one');
  sends.length = 0;
  await signIn(page, demo.colleague.email);
  const thread = await openNew(page, ana.name);
  expect(await kept()).not.toContain('Not for the next one');
  // Only the next user's own message is sent.
  await thread.getByRole('textbox').fill('Here I am');
  await page.keyboard.press('Control+Enter');
  const theirs = thread.getByRole('article').filter({ hasText: 'Here I am' });
  await expect(theirs.getByRole('img', { name: 'Read', exact: true })).toBeVisible({ timeout: 45_000 });
  expect(sends).toEqual([expect.stringContaining('Here I am')]);
});

test('eight hours without activity in any tab sign the user out of all tabs', async ({ signedIn }) => {
  const page = await signedIn(demo.manager.email);
  await page.clock.install();
  await page.reload();
  const other = await page.context().newPage();
  await other.goto('/settings/account');
  const account = page.getByRole('button', { name: `Account of ${demo.manager.name}` });
  await expect(account).toBeVisible();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.clock.fastForward('07:00:00');
  await other.keyboard.press('Shift');
  await page.clock.fastForward('07:00:00');
  await expect(account).toBeVisible();
  await page.clock.fastForward('02:00:00');
  // One tab signs out, and the others wait for it for up to half a minute.
  for (const tab of [page, other]) {
    await expect(tab.locator('input[name=email]')).toBeVisible({ timeout: 45_000 });
  }
});
