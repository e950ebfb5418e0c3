import { createHash, generateKeyPairSync } from 'node:crypto';
import { mailboxDefaults } from '@parley/contracts/events';
import { MailboxDouble } from '@parley/doubles/mail/mailbox-double';
import { MailServerDouble } from '@parley/doubles/mail/mail-server-double';
import type { OutgoingMessage } from '../adapter';
import { check } from './check';
import { mailServer } from './mail-server';
import { ownMailId } from './received-mail';
import { pool, send } from './send';
import { find, keepSent } from './sent-folder';

const messageId = '2f8a4f3e-8d44-4a5c-9a43-7a1f0f6a1c01';
let server: MailServerDouble;
let connection: Parameters<typeof send>[1];

beforeEach(async () => {
  server = new MailServerDouble();
  const named = `127.0.0.1:${await server.listen()}`;
  process.env.PARLEY_MAIL_HOSTS = named;
  connection = {
    ...{ apiBaseUrl: null, providerAccountId: 'support@parley.example', businessAccountId: null },
    secrets: { 'smtp-server': named },
  };
});

afterEach(async () => {
  delete process.env.PARLEY_MAIL_HOSTS;
  pool.close();
  await server.close();
});

function mail(more: Partial<OutgoingMessage> = {}, subject = 'Bell'): OutgoingMessage {
  const to = [{ address: 'eva@example.org', name: 'Eva' }];
  return {
    messageId,
    to: [{ kind: 'email', value: 'eva@example.org' }],
    content: { type: 'email', subject, from: null, to, cc: [], bcc: [], text: 'On its way', assets: [] },
    webhookUrl: '',
    readAsset: () => Promise.resolve(Buffer.from('<p>On its way</p>')),
    linkTo: () => Promise.resolve(''),
    ...more,
  };
}

test('sends a mail under a Message-ID that is fixed before sending', async () => {
  const externalId = ownMailId(messageId, 'support@parley.example');
  expect(await send(mail(), connection)).toEqual({ outcome: 'sent', externalId });
  expect(server.taken[0]?.raw).toContain(`Message-ID: <${externalId}>`);
});

test('adds no recipient from line breaks in a header', async () => {
  const sent = await send(mail({}, 'Bell\r\nBcc: evil@example.org'), connection);
  expect(sent.outcome).toBe('sent');
  expect(server.taken[0]?.to).toEqual(['eva@example.org']);
  const to = [{ address: 'eva@example.org\r\nBcc: evil@example.org' }];
  const content = {
    type: 'email',
    subject: '',
    from: null,
    to,
    cc: [],
    bcc: [],
    text: '',
    assets: [],
  } as const;
  expect(
    await send(mail({ content: { ...content, cc: [], bcc: [], assets: [] } }), connection),
  ).toMatchObject({
    outcome: 'declined',
  });
});

test('reports an unknown outcome if the connection breaks after the final dot, throttled after 451 and declined after 550', async () => {
  server.mishaps.push(
    'cut-after',
    { answer: 451, text: '4.3.0 Later' },
    { recipient: 550, text: '5.1.1 Unknown' },
  );
  expect(await send(mail(), connection)).toMatchObject({ outcome: 'unknown' });
  expect(await send(mail(), connection)).toMatchObject({ outcome: 'throttled', reason: 'waiting' });
  expect(await send(mail(), connection)).toMatchObject({ outcome: 'declined', reason: 'wrong_number' });
  await server.close();
  expect(await send(mail(), connection)).toMatchObject({ outcome: 'throttled' });
  await server.listen();
});

test('reuses one connection for several mails, and opens another one for other credentials', async () => {
  for (let count = 0; count < 3; count++) await send(mail(), connection);
  expect(server.connections).toBe(1);
  const secrets = { ...connection.secrets, 'user-name': 'support', password: 'secret' };
  await send(mail(), { ...connection, secrets });
  expect([server.taken.length, server.connections]).toEqual([4, 2]);
});

test('sends immediately on a new connection if the server closed the old one', async () => {
  await send(mail(), connection);
  server.hangUp();
  expect(await send(mail(), connection)).toMatchObject({ outcome: 'sent' });
  expect(server.taken).toHaveLength(2);
});

test('shares a few connections among many concurrent mails', async () => {
  await Promise.all(Array.from({ length: 20 }, () => send(mail(), connection)));
  expect([server.taken.length, server.connections <= 4]).toEqual([20, true]);
});

test('reports the refused recipient with the server’s answer while the others get the mail', async () => {
  server.mishaps.push({ recipient: 550, text: '5.1.1 No such mailbox' });
  const to = [{ address: 'bo@example.org' }, { address: 'eva@example.org' }];
  const content = {
    type: 'email',
    subject: '',
    from: null,
    to,
    cc: [],
    bcc: [],
    text: '',
    assets: [],
  } as const;
  const sent = await send(
    mail({ content: { ...content, to: [...to], cc: [], bcc: [], assets: [] } }),
    connection,
  );
  expect(sent).toMatchObject({
    outcome: 'sent',
    refused: [{ address: 'bo@example.org', reason: 'wrong_number', detail: '550 5.1.1 No such mailbox' }],
  });
  expect(server.taken[0]?.to).toEqual(['eva@example.org']);
});

test('signs a mail if the channel has a DKIM key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const secrets = { ...connection.secrets, 'dkim-selector': 'parley', 'dkim-key': key };
  await send(mail(), { ...connection, secrets });
  const [headers, body] = server.taken[0]!.raw.split(/\r\n\r\n([^]*)/);
  const signature = /^DKIM-Signature:((?:.|\r\n[ \t])*)/im.exec(headers!)![1]!.replace(/\s/g, '');
  expect(signature).toMatch(/d=parley\.example;.*s=parley;/);
  const canonical = body!
    .replace(/[ \t]+\r\n/g, '\r\n')
    .replace(/[ \t]+/g, ' ')
    .replace(/(\r\n)*$/, '\r\n');
  const bodyHash = createHash('sha256').update(canonical, 'latin1').digest('base64');
  expect(/bh=([^;]*)/.exec(signature)![1]).toBe(bodyHash);
  const broken = { ...secrets, 'dkim-key': 'no key' };
  expect(await send(mail(), { ...connection, secrets: broken })).toMatchObject({ channelBroken: true });
});

test('appends the channel’s signature to a message of type text', async () => {
  const mailbox = { ...mailboxDefaults, signature: 'Parley & Co.' };
  await send(mail({ content: { type: 'text', text: 'We are closed.' } }), { ...connection, mailbox });
  expect(server.taken[0]?.raw).toContain('We are closed.\r\n\r\n-- \r\nParley & Co.');
});

describe('The folder of sent mail', () => {
  let box: MailboxDouble;
  beforeEach(async () => {
    box = new MailboxDouble();
    const named = `127.0.0.1:${await box.listen()}`;
    process.env.PARLEY_MAIL_HOSTS += `,${named}`;
    connection = { ...connection, secrets: { ...connection.secrets, 'imap-server': named, password: 'any' } };
  });
  afterEach(() => box.close());

  const put = (id: string) =>
    box.put('Sent', Buffer.from(`Message-ID: <${id}>\r\nFrom: support@parley.example\r\n\r\nHello`));

  test('find returns `absent` for a mail only if the server keeps sent mails itself', async () => {
    expect(await find(mail(), connection)).toBe('untold');
    put('p.another@parley.example');
    expect(await find(mail(), connection)).toBe('absent');
    put(ownMailId(messageId, 'support@parley.example'));
    expect(await find(mail(), connection)).toBe('sent');
    await box.close();
    expect(await find(mail(), connection)).toBe('later');
  });

  test('keepSent copies a mail once if the settings require it; a missing mail then counts as `untold`', async () => {
    const keeping = { ...connection, mailbox: { ...mailboxDefaults, keepsSent: true } };
    await keepSent(mail(), connection);
    expect(box.mailsIn('Sent')).toHaveLength(0);
    await keepSent(mail(), keeping);
    await keepSent(mail(), keeping);
    expect(box.mailsIn('Sent').map((raw) => raw.includes('On its way'))).toEqual([true]);
    const another = '2f8a4f3e-8d44-4a5c-9a43-7a1f0f6a1c02';
    expect(await find(mail({ messageId: another }), keeping)).toBe('untold');
  });
});

test('marks an automatic mail and sends it with an empty envelope sender', async () => {
  await send(mail({ isAutomatic: true, content: { type: 'text', text: 'We are closed.' } }), connection);
  expect(server.taken[0]).toMatchObject({ from: '' });
  expect(server.taken[0]?.raw).toContain('Auto-Submitted: auto-replied');
});

test('refuses addresses other than mail servers on the public Internet', async () => {
  const reached = async (named: string) =>
    mailServer(named, '').then(
      () => 'reached',
      (error: Error) => error.message,
    );
  expect(await reached('127.0.0.1:25')).toBe('The host is not on the Internet.');
  expect(await reached('127.0.0.1:5432')).toBe('The port is none of mail.');
  expect(await mailServer('mail.internal:2525', 'mail.internal:2525')).toMatchObject({ isOwn: true });
});

test('signs in to the server for sending', async () => {
  expect(await check(connection)).toMatchObject({ outcome: 'holds' });
  const elsewhere = { ...connection, secrets: { 'smtp-server': '127.0.0.1:25' } };
  expect(await check(elsewhere)).toMatchObject({ outcome: 'refused', field: 'smtpServer' });
});
