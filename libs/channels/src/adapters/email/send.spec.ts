import { MailServerDouble } from '@parley/doubles/mail/mail-server-double';
import type { OutgoingMessage } from '../adapter';
import { check } from './check';
import { mailServer } from './mail-server';
import { ownMailId } from './received-mail';
import { send } from './send';

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

test('a mail goes out under an id that is known before', async () => {
  const externalId = ownMailId(messageId, 'support@parley.example');
  expect(await send(mail(), connection)).toEqual({ outcome: 'sent', externalId });
  expect(server.taken[0]?.raw).toContain(`Message-ID: <${externalId}>`);
});

test('nothing in a header brings in another recipient', async () => {
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

test('a server that was cut off before the final dot is asked again, and after it nobody knows', async () => {
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

test('what a machine writes says so, and nobody is told what becomes of it', async () => {
  await send(mail({ isAutomatic: true, content: { type: 'text', text: 'We are closed.' } }), connection);
  expect(server.taken[0]).toMatchObject({ from: '' });
  expect(server.taken[0]?.raw).toContain('Auto-Submitted: auto-replied');
});

test('a channel leads nowhere but to mail servers of the open Internet', async () => {
  const reached = async (named: string) =>
    mailServer(named, '').then(
      () => 'reached',
      (error: Error) => error.message,
    );
  expect(await reached('127.0.0.1:25')).toBe('The host is not on the Internet.');
  expect(await reached('127.0.0.1:5432')).toBe('The port is none of mail.');
  expect(await mailServer('mail.internal:2525', 'mail.internal:2525')).toMatchObject({ isOwn: true });
});

test('a check signs in where mail is sent', async () => {
  expect(await check(connection)).toMatchObject({ outcome: 'holds' });
  const elsewhere = { ...connection, secrets: { 'smtp-server': '127.0.0.1:25' } };
  expect(await check(elsewhere)).toMatchObject({ outcome: 'refused', field: 'smtpServer' });
});
