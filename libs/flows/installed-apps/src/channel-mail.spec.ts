import { AppMails } from '@parley/apps/mail/app-mails';
import type { RunningApp } from '@parley/apps/read/apps.queries';
import { pool } from '@parley/channels/adapters/email/send';
import type { ChannelQueries } from '@parley/channels/read/channels.queries';
import { APP_MAILS_AN_HOUR } from '@parley/contracts/api/apps';
import { MailServerDouble } from '@parley/doubles/mail/mail-server-double';
import { Mailer, type Mail } from '@parley/platform/mail/mailer';
import { ChannelMail } from './channel-mail';

const app = { id: '0c0ffee0-0000-4000-8000-000000000001', customerId: 'ours', manifest: { name: 'Orders' } };
const mail = { to: 'mia@shop.example', subject: 'Your order', text: 'On its way' };
let server: MailServerDouble;
let named: string;

beforeEach(async () => {
  server = new MailServerDouble();
  named = `127.0.0.1:${await server.listen()}`;
  process.env.PARLEY_MAIL_HOSTS = named;
});

afterEach(async () => {
  delete process.env.PARLEY_MAIL_HOSTS;
  pool.close();
  await server.close();
});

class Kept extends Mailer {
  readonly isDelivering = true;
  readonly mails: Mail[] = [];
  send(its: Mail): Promise<void> {
    this.mails.push(its);
    return Promise.resolve();
  }
}

function mailsOf(channels: { provider: string; isConnected: boolean }[]) {
  const connection = { apiBaseUrl: null, providerAccountId: 'support@shop.example', businessAccountId: null };
  const queries = {
    all: () => Promise.resolve(channels.map((channel) => ({ ...channel, name: 'Harbour Bikes' }))),
    connection: () => Promise.resolve({ ...connection, secrets: { 'smtp-server': named } }),
  };
  const mailer = new Kept();
  const mails = new AppMails(mailer, new ChannelMail(queries as unknown as ChannelQueries));
  const send = (more: Partial<typeof mail> = {}, key = 'one') =>
    mails.send(app as unknown as RunningApp, key, { ...mail, ...more });
  return { mailer, send };
}

const ours = { provider: 'email', isConnected: true };

test('sends an app’s e-mail through the organisation’s mail channel if there is one, otherwise through the product’s mail server', async () => {
  const { send, mailer } = mailsOf([
    { ...ours, isConnected: false },
    { provider: 'telegram', isConnected: true },
    ours,
  ]);
  await send();
  expect(server.taken).toMatchObject([{ from: 'support@shop.example', to: ['mia@shop.example'] }]);
  expect(server.taken[0]?.raw).toMatch(/^From: "?Harbour Bikes"? <support@shop\.example>/m);
  expect(server.taken[0]?.raw).toContain('Orders');
  expect(mailer.mails).toEqual([]);
  const without = mailsOf([{ ...ours, isConnected: false }]);
  await without.send();
  expect(without.mailer.mails).toMatchObject([
    { to: { address: 'mia@shop.example' }, subject: 'Your order' },
  ]);
});

test('an app’s text can add neither a header nor a recipient to its e-mail', async () => {
  const { send } = mailsOf([ours]);
  for (const end of ['\r\n', '\n', '\r']) {
    await send({ subject: `Hello${end}Bcc: evil@evil.example${end}X-Evil: 1` });
    await expect(send({ to: `mia@shop.example${end}Bcc: evil@evil.example` })).rejects.toThrow(
      'app_mail_failed',
    );
  }
  await send({ text: 'Hello\r\n.\r\nMAIL FROM:<evil@evil.example>\r\nRCPT TO:<evil@evil.example>' });
  expect(server.taken).toHaveLength(4);
  for (const { to, raw } of server.taken) {
    expect(to).toEqual(['mia@shop.example']);
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|X-Evil):/im);
  }
});

test('limits an app’s e-mails per hour, and reports a refusal by the server as a failure', async () => {
  const { send } = mailsOf([ours]);
  server.mishaps.push({ answer: 550, text: 'no' });
  await expect(send()).rejects.toThrow('app_mail_failed');
  for (let nth = 1; nth < APP_MAILS_AN_HOUR; nth++) await send({}, `key ${nth}`);
  await expect(send()).rejects.toThrow('app_too_many_calls');
});
