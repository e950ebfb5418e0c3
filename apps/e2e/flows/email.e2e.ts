import type { Locator, Page } from '@playwright/test';
import { createTransport } from 'nodemailer';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { freePort } from '@parley/platform/http/free-port';
import { Product } from '../support/product';
import { giveFiles } from '../support/give-files';
import { expect, expectAccessible, test as base } from '../support/test';

let smtpPort = 0;

/** Flows on a product that has a port for incoming mail. */
const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, use) => {
      smtpPort = await freePort();
      const product = await Product.start({
        PARLEY_DEMO_DOUBLES: 'on',
        PARLEY_SMTP_PORT: String(smtpPort),
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const html = `<p>My bell is broken, and this is <b>urgent</b>.</p>
<p><a href="https://evil.example/a">https://harbour.example</a> <img src="https://spy.example/a.png" alt="Bell"></p>
<script>top.ran = true</script>
<div class="gmail_quote">On Monday Harbour wrote:<blockquote class="gmail_quote">Enjoy your bike</blockquote></div>`;

async function writeMail(subject: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  await transport.sendMail({
    from: 'Ana Post <ana.post@customer.example>',
    to: 'support@harbour.example',
    cc: 'Bo <bo@customer.example>',
    subject,
    html,
    attachments: [{ filename: 'invoice.exe', content: 'MZ' }],
  });
  transport.close();
}

/** Gives the agent a signature for the mailbox. */
async function sign(product: Product, html: string): Promise<void> {
  const agent = await Api.signIn(product, demo.agent.email);
  const { user } = await agent.get<{ user: { id: string } }>('/api/gateway/v1/auth/permissions');
  const { data } = await agent.get<{ data: { id: string; platform: string }[] }>('/api/v3/channels');
  const mailbox = data.find(({ platform }) => platform === 'email');
  const path = `/api/v3/users/${user.id}/signatures/${mailbox!.id}`;
  const kept = (await (await agent.request('PUT', path, { html })).json()) as { position: string };
  await agent.get(`${path}?minPosition=${kept.position}`);
}

/** Switches to plain text, because axe must run a script in every frame, and the frame of an e-mail runs none. */
async function asText(window: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'More about this e-mail' }).click();
  await window.getByRole('menuitem', { name: 'Plain text' }).click();
  await expect(card.locator('iframe')).toHaveCount(0);
}

test('an agent reads an e-mail safely, and answers all its recipients', async ({ product, signedIn }) => {
  const subject = `Bell ${Date.now()}`;
  await writeMail(subject);
  const window = await signedIn(demo.agent.email);
  const elsewhere: string[] = [];
  window.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !/^(data|blob|about):/.test(request.url()))
      elsewhere.push(request.url());
  });
  await window.goto('/email-inbox?list=new');
  await window.getByRole('option').filter({ hasText: 'Ana Post' }).first().click();

  const card = window.getByRole('article', { name: 'E-mail from Ana Post' }).last();
  const mail = card.frameLocator('iframe');
  await expect(mail.getByText('urgent')).toBeVisible();
  await expect(card.getByText('1 picture blocked')).toBeVisible();
  await expect(mail.getByText('evil.example')).toBeVisible();
  await expect(mail.getByText('Enjoy your bike')).toBeHidden();
  await mail.getByText('•••').click();
  await expect(mail.getByText('Enjoy your bike')).toBeVisible();
  expect(elsewhere).toEqual([]);
  await asText(window, card);
  await expectAccessible(window);

  const answer = `It comes today ${Date.now()}`;
  const words = window.getByRole('textbox', { name: /Ana Post/ });
  await words.click();
  await words.pressSequentially(answer);

  // An invalid address stays in the field, and Send is disabled until the address is corrected.
  const send = window.getByRole('button', { name: 'Send', exact: true });
  await window.getByRole('combobox', { name: 'Cc', exact: true }).fill('boss@harbour');
  await words.click();
  await expect(window.getByText('Correct or remove boss@harbour before you send.')).toBeVisible();
  await expect(send).toBeDisabled();
  await expectAccessible(window);
  await window.getByRole('button', { name: 'Correct boss@harbour' }).click();
  await window.getByRole('combobox', { name: 'Cc', exact: true }).fill('boss@harbour.example');
  await words.click();
  await send.click();
  await expect(window.getByRole('article').filter({ hasText: answer })).toBeVisible();
  await expect
    .poll(async () => (await window.request.get('/demo/mail')).text(), { timeout: 60_000 })
    .toContain(`Re: ${subject}`);
  const taken = await (await window.request.get('/demo/mail')).text();
  expect(taken).toContain('ana.post@customer.example');
  expect(taken).toContain('bo@customer.example');
  expect(taken).toContain('boss@harbour.example');
});

test('an agent answers a mail from the demo’s mail page in the inbox, and the page shows the answer', async ({
  signedIn,
}) => {
  const subject = `Lamp ${Date.now()}`;
  const window = await signedIn(demo.agent.email);
  const page = await window.context().newPage();
  await page.goto('/demo/mail');
  const form = page.locator('form').first();
  await form.getByLabel('From').fill('noor.vis@customer.example');
  await form.getByLabel('Subject').fill(subject);
  await form.getByLabel('Text').fill('My lamp is dark.');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status')).toHaveText('It was sent. It is in the e-mail inbox within moments.');

  await window.goto('/settings/account');
  const mailbox = window.getByRole('combobox', { name: 'Signature for' });
  const name = (await mailbox.getByRole('option').nth(1).textContent()) ?? '';
  await mailbox.selectOption({ label: name });
  await window.getByRole('textbox', { name: 'E-mail signature' }).fill('Tom, repairs');
  await expect(mailbox).toBeDisabled();
  await window.getByRole('button', { name: 'Save signature' }).click();
  await expect(window.getByText('Your signature is saved.')).toBeVisible();
  await expectAccessible(window);
  await mailbox.selectOption({ label: 'All mailboxes' });
  await expect(window.getByRole('textbox', { name: 'E-mail signature' })).toHaveText('');

  await window.goto('/email-inbox?list=new');
  await window.getByRole('option').filter({ hasText: subject }).click({ timeout: 60_000 });
  await expect(window.getByText('My lamp is dark.').last()).toBeVisible();
  const words = window.getByRole('textbox', { name: /noor/i });
  await expect(window.getByText('Tom, repairs')).toBeVisible();
  await words.click();
  await words.pressSequentially('A new one is on its way.');
  await window.keyboard.press('Control+Enter');
  await expect
    .poll(() => page.reload().then(() => page.locator('article').allInnerTexts()), { timeout: 60_000 })
    .toEqual(expect.arrayContaining([expect.stringContaining(`Re: ${subject}`)]));
});

test('an agent begins a conversation by a formatted e-mail with a copy, a signature and files', async ({
  product,
  signedIn,
}) => {
  const subject = `Offer ${Date.now()}`;
  await sign(product, 'Kind regards from the bench');
  const window = await signedIn(demo.agent.email);
  await window.goto('/email-inbox?list=new');
  await window.getByRole('button', { name: 'New conversation' }).waitFor();
  await window.keyboard.press('c');
  const dialog = window.getByRole('dialog', { name: 'New conversation' });
  const address = `first.${Date.now()}@customer.example`;
  await dialog.getByRole('textbox', { name: 'To' }).fill(address);
  await window.getByRole('option', { name: `New contact ${address}` }).click();
  const channels = dialog.getByRole('combobox', { name: 'Channel' });
  const mailbox = channels.getByRole('option').filter({ hasText: 'E-mail' });
  await channels.selectOption({ label: (await mailbox.first().textContent()) ?? '' });
  await dialog.getByRole('textbox', { name: 'Subject' }).fill(subject);
  const choosing = window.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Attach files' }).click();
  const offer = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Two bikes') };
  await (await choosing).setFiles([offer]);
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await expect(dialog.getByText('Kind regards from the bench')).toBeVisible();
  await giveFiles(message, 'drop', [{ name: 'terms.txt', type: 'text/plain', bytes: 5 }]);
  const files = dialog.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await expect(files).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: 'Remove terms.txt' })).toBeVisible();
  await message.click();
  await message.pressSequentially('Our offer is ');
  await dialog.getByRole('button', { name: 'Bold' }).click();
  await message.pressSequentially('half the price');

  // An invalid address stays in the field, and Send is disabled until the address is corrected.
  const send = dialog.getByRole('button', { name: 'Send' });
  await dialog.getByRole('button', { name: 'Cc and Bcc' }).click();
  const copies = dialog.getByRole('combobox', { name: 'Cc', exact: true });
  await copies.fill('desk@harbour');
  await message.click();
  await expect(dialog.getByText('Correct or remove desk@harbour before you send.')).toBeVisible();
  await expect(send).toBeDisabled();
  await expectAccessible(window);
  await dialog.getByRole('button', { name: 'Correct desk@harbour' }).click();
  await copies.fill('desk@harbour.example');
  await message.click();

  // The dialog is closed and opened again, and still has all values.
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await window.keyboard.press('c');
  await expect(files).toHaveCount(2);
  await expect(dialog.getByText('desk@harbour.example')).toBeVisible();
  await expect(message.getByText('half the price')).toHaveCSS('font-weight', '700');
  await send.click();
  const card = window.getByRole('article').filter({ hasText: 'offer.txt' });
  await expect(card).toContainText('terms.txt');
  const mail = card.frameLocator('iframe');
  await expect(mail.locator('strong')).toHaveText('half the price');
  await expect(mail.getByText('Kind regards from the bench')).toBeVisible();
  const taken = async () => (await window.request.get('/demo/mail')).text();
  await expect.poll(taken, { timeout: 60_000 }).toContain(subject);
  expect(await taken()).toContain('desk@harbour.example');
});

test('an agent moves an e-mail to a new conversation, undoes that, and merges two conversations', async ({
  signedIn,
}) => {
  const [subject, other] = [`Saddle ${Date.now()}`, `Pedal ${Date.now()}`];
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  const mail = { from: 'Mo Stahl <mo@customer.example>', to: 'support@harbour.example' };
  const [first, second] = [`<${subject}-1@x.example>`, `<${subject}-2@x.example>`].map((id) =>
    id.replace(' ', '-'),
  );
  await transport.sendMail({ ...mail, subject, text: 'It squeaks.', messageId: first });
  await transport.sendMail({ ...mail, subject, text: 'And the bill?', messageId: second, inReplyTo: first });
  await transport.sendMail({ ...mail, subject: other, text: 'It is bent.' });
  transport.close();

  const window = await signedIn(demo.agent.email);
  await window.goto('/email-inbox?list=new');
  const rows = window.getByRole('option');
  await rows.filter({ hasText: subject }).first().click({ timeout: 60_000 });
  const cards = window.getByRole('article', { name: 'E-mail from Mo Stahl' });
  await expect(cards).toHaveCount(2, { timeout: 30_000 });
  /** Expects a number of rows. Moves the pointer away first, because rows keep their places under it. */
  const listed = async (count: number) => {
    await window.mouse.move(900, 200);
    await expect(rows.filter({ hasText: subject })).toHaveCount(count);
  };
  /** Presses Undo in the latest toast, since earlier ones may still be open. */
  const undo = (what: string) =>
    window.getByRole('alert').filter({ hasText: what }).last().getByRole('button', { name: 'Undo' }).click();
  const move = async () => {
    await cards.last().getByRole('button', { name: 'More about this e-mail' }).click();
    await window.getByRole('menuitem', { name: 'Move to new conversation' }).click();
    await expect(cards).toHaveCount(1);
    await listed(2);
  };
  await move();
  await undo('Moved to a new conversation');
  await expect(cards).toHaveCount(2);
  await listed(1);
  await move();
  await window.getByRole('button', { name: /^\d+ events$/ }).click();
  await expect(window.getByText(/moved to another conversation by/).last()).toBeVisible();
  await window.getByRole('link', { name: 'Open it' }).last().click();
  await expect(window.getByText('And the bill?').last()).toBeVisible();
  await expectAccessible(window);

  await window.getByRole('button', { name: 'More', exact: true }).last().click();
  await window.getByRole('menuitem', { name: 'Join with another conversation' }).click();
  const dialog = window.getByRole('dialog', { name: 'Join with another conversation' });
  await expect(dialog.getByRole('button', { name: new RegExp(subject) })).toBeVisible();
  await expectAccessible(window);
  await dialog.getByRole('button', { name: new RegExp(other) }).click();
  await expect(cards).toHaveCount(2);
  await listed(1);
  await undo('Joined');
  await expect(cards).toHaveCount(1);
  await listed(2);
});

test('an administrator tests a mailbox end to end, and retries a mail that could not be imported', async ({
  signedIn,
}) => {
  const subject = `Nameless ${Date.now()}`;
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  const raw = `Subject: ${subject}\r\n\r\nWhose is this?`;
  await transport.sendMail({ raw, envelope: { from: '', to: ['support@harbour.example'] } });
  transport.close();

  const window = await signedIn(demo.admin.email);
  await window.goto('/settings/channels');
  const mailbox = window
    .getByRole('list', { name: 'Channels' })
    .getByRole('listitem')
    .filter({ hasText: 'E-mail' });
  await mailbox.getByRole('link').click();
  await window.getByRole('button', { name: 'Check the mailbox' }).click();
  await expect(window.getByText('The test came back')).toBeVisible({ timeout: 40_000 });
  await expect(window.getByRole('img', { name: 'Does not work' })).toHaveCount(0);
  await expect(window.getByText(/^SPF:/)).toBeVisible({ timeout: 40_000 });
  await expectAccessible(window);

  await window
    .getByRole('link', { name: /set aside$/ })
    .last()
    .click();
  await window.getByRole('button', { name: `Open “${subject}”` }).click();
  const drawer = window.getByRole('dialog', { name: subject });
  await expect(drawer.getByText('Names no sender')).toBeVisible();
  await expect(drawer.getByLabel('Source')).toContainText('Whose is this?');
  await expectAccessible(window);
  await drawer.getByRole('button', { name: 'Try again' }).click();
  await expect(window.getByText('1 of 1 still fails: same reason')).toBeVisible();
  await window.keyboard.press('Escape');
  await window.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(window);
});
