import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { FolderMailer } from './folder-mailer';
import type { Mail } from './mailer';
import { SmtpMailer } from './smtp-mailer';

const mail: Mail = {
  id: 'invitation-1',
  to: { name: 'Ana, evil@example.org', address: 'ana@harbour.example' },
  subject: 'You are invited\r\nBcc: evil@example.org',
  text: 'Hello Ana',
  html: '<p>Hello Ana</p>',
};
const from = 'Parley <parley@harbour.example>';

interface Captured {
  recipients: string[];
  message: string;
}

let server: SMTPServer;
let captured: Captured[];
const start = () =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port));
  });

beforeEach(() => {
  captured = [];
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error('5.1.1 no ana@harbour.example here'), { responseCode: 550 });
      done(address.startsWith('nobody') ? refusal : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const message = Buffer.concat(chunks).toString();
        captured.push({ recipients: envelope.rcptTo.map(({ address }) => address), message });
        done();
      });
    },
  });
});
afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

test('sends a mail unchanged, and only to its recipient', async () => {
  await new SmtpMailer(`smtp://127.0.0.1:${await start()}`, from).send(mail);
  expect(captured).toHaveLength(1);
  const [{ recipients, message }] = captured as [Captured];
  expect(recipients).toEqual(['ana@harbour.example']);
  expect(message).toMatch(/^From: Parley <parley@harbour.example>/m);
  expect(message).toMatch(/^Message-ID: <invitation-1@harbour.example>/m);
  expect(message).toMatch(/^Auto-Submitted: auto-generated/m);
  expect(message).not.toMatch(/^Bcc:/m);
  expect(message).toContain('Hello Ana');
  expect(message).toContain('<p>Hello Ana</p>');
});

test('distinguishes a refused address from a mail server that is down', async () => {
  const mailer = new SmtpMailer(`smtp://127.0.0.1:${await start()}`, from);
  const refused = mailer.send({ ...mail, to: { name: 'N', address: 'nobody@harbour.example' } });
  await expect(refused).rejects.toMatchObject({ reason: 'address_refused' });
  const away = new SmtpMailer('smtp://127.0.0.1:1', from).send(mail);
  await expect(away).rejects.toMatchObject({ reason: 'unreachable' });
  const nobody = mailer.send({ ...mail, to: { name: 'N', address: '' } });
  await expect(nobody).rejects.toMatchObject({ reason: 'address_refused' });
});

test('keeps the recipient out of the error', async () => {
  const mailer = new SmtpMailer(`smtp://127.0.0.1:${await start()}`, from);
  const failed = mailer.send({ ...mail, to: { name: 'N', address: 'nobody@harbour.example' } });
  const { message } = await failed.then(
    () => new Error('sent'),
    (error: Error) => error,
  );
  expect(message).toMatch(/EENVELOPE|EMESSAGE/);
  expect(message).not.toContain('harbour.example');
});

test('writes a mail to the folder once without a server, however often it is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-mail-'));
  try {
    const mailer = new FolderMailer(join(folder, 'mail'), from);
    await mailer.send(mail);
    await mailer.send(mail);
    expect(await readdir(join(folder, 'mail'))).toEqual(['invitation-1.eml']);
    expect(await readFile(join(folder, 'mail/invitation-1.eml'), 'utf8')).toContain('ana@harbour.example');
  } finally {
    await rm(folder, { recursive: true });
  }
});
