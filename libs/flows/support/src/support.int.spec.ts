import { randomUUID } from 'node:crypto';
import type { AccessQueries } from '@parley/access/read/access.queries';
import type { Config } from '@parley/platform/config/config';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import type { Principal } from '@parley/platform/http/principal';
import { MailFailed } from '@parley/platform/mail/mailer';
import { CapturedMailer } from '@parley/testing/mail/captured-mailer';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { migrations } from '@parley/server/migrations';
import { SupportRequests } from './support-requests';

const details = { page: '/messaging-inbox', browser: 'Chromium', size: '1440×900', language: 'nl' };
const request = { text: 'It stands still.\nSince ten.', details };

let database: TestDatabase;
let mailer: CapturedMailer;
let support: SupportRequests;

beforeEach(async () => {
  database = await testDatabase(migrations);
  mailer = new CapturedMailer();
  const access = {
    customerName: () => Promise.resolve('Harbour Bikes'),
    user: () => Promise.resolve({ displayName: 'Sanne', email: 'sanne@harbour.example', role: 'user' }),
  };
  support = new SupportRequests(
    database,
    new OneAtATime(database),
    access as unknown as AccessQueries,
    mailer,
    { supportMail: 'Help <help@parley.example>' } as Config,
  );
});
afterEach(() => database.drop());

const person = (customerId: string = randomUUID()) => ({ customerId, userId: randomUUID() }) as Principal;

test('mails the operator the user’s name, their text and the details that the form showed them', async () => {
  const number = await support.ask(person(), randomUUID(), request);
  expect(number).toBeGreaterThan(1_000);
  const [mail] = mailer.sent;
  expect(mail).toMatchObject({
    to: { address: 'help@parley.example' },
    subject: `Request ${number} of Harbour Bikes`,
  });
  expect(mail!.text).toContain('Sanne (sanne@harbour.example) writes:\n\nIt stands still.\nSince ten.');
  expect(mail!.text).toContain('browser: Chromium');
});

test('sends one mail with one number if eight windows send the same request concurrently', async () => {
  const [me, id] = [person(), randomUUID()];
  const numbers = await Promise.all(Array.from({ length: 8 }, () => support.ask(me, id, request)));
  expect(new Set(numbers).size).toBe(1);
  expect(mailer.sent).toHaveLength(1);
});

test('reports that the server did not accept a mail, and sends the mail under the same number when it is requested again', async () => {
  const [me, id] = [person(), randomUUID()];
  mailer.failure = new MailFailed('unreachable', 'no server');
  await expect(support.ask(me, id, request)).rejects.toThrow('support_not_sent');
  mailer.failure = null;
  const number = await support.ask(me, id, request);
  expect(await support.ask(me, id, request)).toBe(number);
  expect(mailer.sent).toHaveLength(1);
});

test('a user may send five requests an hour, independently of colleagues, and an organisation fifty a day', async () => {
  const me = person();
  const colleague = person(me.customerId);
  const ask = (by: Principal) => support.ask(by, randomUUID(), request);
  for (let n = 0; n < 5; n++) await ask(me);
  await expect(ask(me)).rejects.toThrow('support_too_often');
  await ask(colleague);
  await database.query(
    `insert into parley.support_request (id, customer_id, user_id)
     select gen_random_uuid(), $1, gen_random_uuid() from generate_series(1, 44)`,
    [me.customerId],
  );
  await expect(ask(colleague)).rejects.toThrow('support_too_often');
  await ask(person());
});

test('refuses the id of another organisation’s request', async () => {
  const id = randomUUID();
  await support.ask(person(), id, request);
  await expect(support.ask(person(), id, request)).rejects.toThrow('support_too_often');
});

test('stores nothing of a request’s text', async () => {
  await support.ask(person(), randomUUID(), request);
  const { rows } = await database.query('select * from parley.support_request');
  expect(JSON.stringify(rows)).not.toContain('stands still');
});
