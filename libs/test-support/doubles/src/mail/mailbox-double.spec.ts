import { ImapFlow } from 'imapflow';
import { MailboxDouble } from './mailbox-double';

let box: MailboxDouble;
let client: ImapFlow;

beforeEach(async () => {
  box = new MailboxDouble();
  const port = await box.listen();
  client = new ImapFlow({
    ...{ host: '127.0.0.1', port, secure: false, logger: false, autoIdleDelay: 20 },
    auth: { user: 'support@harbour.example', pass: 'any' },
  });
  client.on('error', () => undefined);
  await client.connect();
});

afterEach(async () => {
  client.close();
  await box.close();
});

const mail = (id: string) =>
  Buffer.from(
    `From: "Eva Jansen" <eva@example.org>\r\nTo: support@harbour.example\r\nSubject: Bell "of" brass\r\nMessage-ID: <${id}@example.org>\r\n\r\nIt is broken: é\r\n`,
  );

test('notifies a client of a new mail, which the client finds by its number and reads', async () => {
  box.deliver(mail('before'));
  const came = new Promise((resolve) => client.once('exists', resolve));
  const opened = await client.mailboxOpen('INBOX');
  expect(opened.uidNext).toBe(1);
  await came;
  const next = new Promise((resolve) => client.once('exists', resolve));
  box.deliver(mail('after'));
  await next;

  expect(await client.search({ uid: '2:*' }, { uid: true })).toEqual([2]);
  expect(await client.search({ header: { 'message-id': '<before@example.org>' } }, { uid: true })).toEqual([
    1,
  ]);
  const [found] = await client.fetchAll(
    '2',
    { uid: true, size: true, envelope: true, internalDate: true },
    { uid: true },
  );
  expect(found?.envelope).toMatchObject({
    subject: 'Bell "of" brass',
    messageId: '<after@example.org>',
    from: [{ name: 'Eva Jansen', address: 'eva@example.org' }],
  });
  expect(found?.size).toBe(mail('after').length);
  const whole = await client.fetchOne('2', { source: true, headers: true }, { uid: true });
  expect(whole && whole.source).toEqual(mail('after'));
  expect(whole && whole.headers?.toString()).not.toContain('broken');
});

test('keeps an appended mail in the folder of sent mails, and notifies no client of the inbox', async () => {
  await client.mailboxOpen('INBOX');
  const folders = await client.list();
  const sent = folders.find(({ specialUse }) => specialUse === '\\Sent');
  await client.append(sent!.path, mail('sent'), ['\\Seen']);
  expect(box.mailsIn('Sent')).toEqual([mail('sent')]);
  expect(box.mailsIn('INBOX')).toEqual([]);
  expect(await client.status('Sent', { messages: true })).toMatchObject({ messages: 1 });
});
