import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { taskOf } from '@parley/platform/worker-pool/task';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { MailReader } from './mail-reader';
import type { ReadMail } from './read-mail';

const folder = join(__dirname, 'fixtures');
const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
const own = ['support@parley.example'];
const sample = taskOf<typeof import('@parley/platform/worker-pool/testing/sample.tasks')>(
  resolve(__dirname, '../../../../foundation/platform/src/worker-pool/testing/sample.tasks'),
);
const pool = new WorkerPool();
const reader = new MailReader(pool);

afterAll(() => pool.onApplicationShutdown());

function read(raw: Buffer, sender?: string | null): Promise<ReadMail> {
  return reader.read(raw, { envelope: { sender, recipients: own }, own }, 'customer');
}

const readFile = (name: string) => read(readFileSync(join(folder, name)));

async function mailIn(name: string) {
  const found = await readFile(name);
  if (found.kind !== 'mail') throw new Error(`${name} is ${found.kind}`);
  return found;
}

async function reportsIn(name: string) {
  const found = await readFile(name);
  return found.kind === 'reports' ? found.reports : [];
}

/** Samples without an address to reply to. */
const withoutSender = ['mixed.eml'];
const reporting = names.filter((name) => /^(dsn|bounce_lhost)/.test(name));

test.each(names)('reads %s as a mail, as reports or as a refused mail', async (name) => {
  const { kind, externalId } = await readFile(name);
  const expected = withoutSender.includes(name) ? 'refused' : reporting.includes(name) ? 'reports' : 'mail';
  expect([kind, externalId !== '']).toEqual([expected, true]);
});

test('finds the text of a mail in all kinds of parts and character sets', async () => {
  const found = await Promise.all(
    ['charset_iso2022jp.eml', 'charset_ks_c_5601.eml', 'reply_iphone.eml', 'bad_references.eml'].map(mailIn),
  );
  const starts = found.map(({ content }) => content.text.trim().split('\n')[0]);
  expect(starts).toEqual(['すみません。', '스티해', 'Hello', 'foo']);
  expect(found[0]!.content.subject).toBe('まみむめも');
  for (const name of names) {
    const mail = await readFile(name);
    if (mail.kind !== 'mail') continue;
    const says = mail.content.text !== '' || mail.files.length > 0;
    expect([name, says || name.startsWith('bad_')]).toEqual([name, true]);
  }
});

test('keeps the names of files, and treats an image that the HTML contains as inline', async () => {
  const files = async (name: string) => {
    const mail = await mailIn(name);
    return mail.files.map(({ part, fileName, contentId }) => [part, fileName, contentId]);
  };
  expect(await files('attachment_nonascii_name.eml')).toContainEqual([undefined, 'ciële.txt', undefined]);
  expect(await files('inline_cid_no_disposition.eml')).toEqual([
    ['html', undefined, undefined],
    ['inline', undefined, 'image001.jpg@test'],
  ]);
});

test('finds ids of earlier mails in malformed and repeated headers', async () => {
  expect((await mailIn('bad_references.eml')).thread.references).toEqual([
    'id62e8a8e6a8@example.org',
    'id88fa905982@example.org',
  ]);
  expect((await mailIn('two_from.eml')).thread.inReplyTo).toEqual(['id4f94727714@example.org']);
});

test('reads the outcome for each recipient from delivery reports', async () => {
  const told = async (name: string) =>
    (await reportsIn(name)).map(({ outcome, reason, code }) => [outcome, reason, code]);
  expect(await told('dsn_delayed_warning.eml')).toEqual([['delayed', 'waiting', '4.2.2']]);
  expect(await told('dsn_ses_suppression.eml')).toEqual([['failed', 'blacklisted', '5.1.1']]);
  expect(await told('bounce_lhost-outlook-01.eml')).toEqual([['failed', 'unreachable', '5.2.2']]);
  expect(await told('bounce_lhost-exim-01.eml')).toEqual([['failed', 'blacklisted', '5.7.0']]);
  expect(await told('bounce_lhost-gmail-01.eml')).toEqual([['failed', 'wrong_number', '5.1.1']]);
  expect((await told('dsn_multi_recipient.eml')).length).toBeGreaterThan(3);
});

test('marks automatic replies, but no mail that a person wrote', async () => {
  expect((await mailIn('bounce_rfc3834-01.eml')).isAutomatic).toBe(true);
  expect((await mailIn('reply_gmail.eml')).isAutomatic).toBe(false);
  const headers = [
    'Precedence: bulk',
    'List-Id: <all.example.org>',
    'Return-Path: <>',
    'Auto-Submitted: auto-generated',
  ];
  for (const header of headers) {
    const found = await read(Buffer.from(`${header}\r\nFrom: a@example.org\r\n\r\nHello`));
    expect(found).toMatchObject({ kind: 'mail', isAutomatic: true });
  }
  expect(await read(Buffer.from('Auto-Submitted: no\r\nFrom: a@example.org\r\n\r\nHi'))).toMatchObject({
    isAutomatic: false,
  });
  expect(await read(Buffer.from('From: a@example.org\r\n\r\nHi'), null)).toMatchObject({ isAutomatic: true });
});

test('reads a mail from one of our own addresses as our own', async () => {
  const raw = Buffer.from('From: Support <Support@Parley.example>\r\nTo: eva@example.org\r\n\r\nHello');
  expect(await read(raw)).toMatchObject({ kind: 'own', content: { to: [{ address: 'eva@example.org' }] } });
});

test('reads an invitation with its local time', async () => {
  const calendar = [
    ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'SUMMARY:Call\\, again', 'LOCATION:Utrecht'],
    ...['DTSTART;TZID=Europe/Amsterdam:20260701T100000', 'DTEND;TZID=Europe/Amsterdam:20260701T110000'],
    ...['ORGANIZER;CN=Eva:mailto:eva@example.org', 'END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n');
  const raw = Buffer.from(
    `From: eva@example.org\r\nContent-Type: text/calendar; charset=utf-8\r\n\r\n${calendar}`,
  );
  expect(await read(raw)).toMatchObject({
    content: {
      event: {
        ...{ method: 'REQUEST', title: 'Call, again', place: 'Utrecht', organiser: 'eva@example.org' },
        ...{ start: '2026-07-01T10:00:00+02:00', end: '2026-07-01T11:00:00+02:00' },
      },
    },
  });
});

test('reads a mail as plain text if parsing exceeds the time limit, and the next mail completely', async () => {
  const hasty = new MailReader(pool);
  hasty.task = { ...hasty.task, timeoutMs: 0 };
  const raw = Buffer.from(
    [
      ...[
        'From: =?utf-8?q?Eva_J=C3=A4ger?= <Eva@example.org>',
        'To: Support <support@parley.example>, bo@example.org',
      ],
      ...['Subject: =?utf-8?b?U2xvdw==?=', ' =?iso-8859-1?q?er_=E9?=', 'Message-ID: <slow@example.org>'],
      ...['Date: Wed, 01 Jul 2026 10:00:00 +0200', 'In-Reply-To: <first@example.org>', '', 'Hello\r\nAna'],
    ].join('\r\n'),
  );
  const options = { envelope: { recipients: [] }, own };
  // Takes long enough for the limit of 0 ms to pass before a result.
  const endless = Buffer.concat([raw, Buffer.alloc(5_000_000, 'a b\n')]);
  expect(await hasty.read(endless, options, 'customer')).toMatchObject({
    kind: 'mail',
    externalId: 'slow@example.org',
    time: new Date('2026-07-01T08:00:00Z'),
    content: {
      subject: 'Slower é',
      from: { address: 'eva@example.org', name: 'Eva Jäger' },
      to: [{ address: 'support@parley.example', name: 'Support' }, { address: 'bo@example.org' }],
      text: expect.stringMatching(/^Hello\r\nAna/),
      isCut: true,
      isSimplified: true,
    },
    thread: { inReplyTo: ['first@example.org'] },
    files: [],
  });
  expect(await read(raw)).not.toHaveProperty('content.isSimplified');
});

test.each([
  [
    'thousands of parts',
    'Content-Type: multipart/mixed; boundary=b\r\n\r\n' + '--b\r\n\r\na\r\n'.repeat(20_000),
  ],
  ['more headers than the parser accepts', 'X: a\r\n'.repeat(400_000) + '\r\na'],
])('delivers a mail with %s as plain text', async (_, rest) => {
  const found = await read(Buffer.from(`From: eva@example.org\r\nSubject: Bell\r\n${rest}`));
  expect(found).toMatchObject({ kind: 'mail', content: { subject: 'Bell', isSimplified: true } });
});

test('refuses to read while the queue is full, so that the sender offers the mail again', async () => {
  const full = new WorkerPool({ maxQueued: 0 });
  const raw = Buffer.from('From: eva@example.org\r\n\r\nHello');
  const refused = new MailReader(full).read(raw, { envelope: { recipients: [] }, own }, 'customer');
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
});

test('reads a mail of one organisation before 50 costly mails of another that came first', async () => {
  const shared = new WorkerPool({ threads: 2 });
  const busy = new MailReader(shared);
  const done: string[] = [];
  const readOf = (customerId: string, raw: string) =>
    busy
      .read(Buffer.from(raw), { envelope: { recipients: own }, own }, customerId)
      .then(() => done.push(customerId));
  const release = new Int32Array(new SharedArrayBuffer(4));
  const costly = `From: eva@example.org\r\nContent-Type: text/html\r\n\r\n${'<style>'.repeat(71_000)}`;
  // Occupies its thread until its time limit.
  const endless = shared.run(sample('spin', 60_000), release, 'harbour');
  const all = Array.from({ length: 50 }, () => readOf('harbour', costly));
  await readOf('bakery', 'From: bo@example.org\r\n\r\nHello');
  expect(done).toEqual(['bakery']);
  Atomics.store(release, 0, 1);
  await Promise.all([endless, ...all]);
  await shared.onApplicationShutdown();
});
