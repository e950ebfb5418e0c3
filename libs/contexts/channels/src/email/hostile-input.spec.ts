import { readdirSync } from 'node:fs';
import { expectCheap, hostileTexts } from '@parley/testing/hostile-inputs';
import { decoded } from './code-pages';
import { invitationIn } from './invitation';
import type { MimeMail } from './mime-mail';
import { plainMail } from './plain-mail';
import { unprovedDomain } from './proof';
import { plainAddress, readMail, refusedMail } from './read-mail';
import { conversationIn, withoutReplyToken } from './reply-address';
import { textOfRtf } from './rtf';
import { unwrapTnef } from './tnef';
import { unwrapMail } from './unwrap-mail';

const calendar = ['BEGIN:VEVENT\n', 'SUMMARY:', 'DTSTART;TZID=', ';', ':', '"', '\n ', '\n', 'X-', ' '];
const mime = ['\r\n', 'From: ', '<', '>', 'a@x.example', ',', '=?utf-8?q?', '?=', '"', ' ', '\n '];
const report = [
  'Action: failed\n',
  'Final-Recipient: ',
  'rfc822;',
  'Status: 5.',
  '\n\n',
  '\n ',
  ' ',
  ';',
  '500 ',
  '<a@x>',
];
const rtf = ['{', '}', '\\par', "\\'e9", '\\u1', 'a'];
const key = Buffer.alloc(32);
const options = { envelope: { recipients: [] }, own: [] };

const mailOf = (text: string): MimeMail => ({
  headers: [
    { key: 'references', line: `References: ${text}` },
    { key: 'return-path', line: 'Return-Path: <>' },
    { key: 'delivered-to', line: `Delivered-To: ${text}` },
  ],
  contentType: 'multipart/report',
  reportType: '',
  subject: text,
  messageId: text,
  inReplyTo: text,
  date: null,
  from: [{ address: 'mailer-daemon@x.example', name: text }],
  to: [{ address: text, name: text }],
  cc: [],
  bcc: [],
  replyTo: [],
  text,
  html: text,
  parts: [],
});
const part = (contentType: string, text: string) => ({
  contentType,
  isRelated: false,
  disposition: '',
  content: Buffer.from(text),
});
const compressed = (text: string) => {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(0x414c454d, 8);
  return Buffer.concat([head, Buffer.from(text)]);
};
const tnef = (text: string) =>
  Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0, 0]), Buffer.from(text)]);

/** Functions of this folder that take text from outside, with their tokens and the length of their longest input. */
const table: [string, (text: string) => unknown, string[], number][] = [
  [
    'decoded',
    (text) => decoded(Buffer.from(text, 'latin1'), 50_220),
    ['\x1b$B', '\x1b(B', '\x81', '0', 'a'],
    1_000_000,
  ],
  ['invitationIn', invitationIn, calendar, 200_000],
  ['plainMail', (text) => plainMail(Buffer.from(text)), mime, 300_000],
  [
    'unprovedDomain',
    (text) => unprovedDomain([text], 'mx', 'a@x.example'),
    ['mx;', '(', ')', 'spf=pass ', 'header.d=', ' ', ';'],
    20_000,
  ],
  ['plainAddress', plainAddress, mime, 100_000],
  ['readMail', (text) => readMail(mailOf(text), Buffer.from(text), options), mime, 100_000],
  [
    'readMail of a report',
    (text) =>
      readMail(
        {
          ...mailOf(text),
          parts: [part('message/rfc822', text), part('message/delivery-status', `${text}<a@x>`)],
        },
        Buffer.from(text),
        options,
      ),
    report,
    100_000,
  ],
  [
    'readMail of a bounce',
    (text) =>
      readMail({ ...mailOf(`Message-ID: <a@x>\n${text}`), contentType: '' }, Buffer.from(text), options),
    report,
    100_000,
  ],
  ['refusedMail', (text) => refusedMail(Buffer.from(text), options.envelope, 'too_large'), mime, 100_000],
  ['conversationIn', (text) => conversationIn(text, 'a@x.example', key), ['+c', 'a', '.', '@', 'a2'], 10_000],
  ['withoutReplyToken', withoutReplyToken, ['+c', 'a', '.', '@', 'a2'], 10_000],
  ['textOfRtf', (text) => textOfRtf(compressed(text)), rtf, 100_000],
  ['unwrapTnef', (text) => unwrapTnef(tnef(text)), ['\0', '\x01', '\x03\x90', '\x01\0\0\0', 'a'], 500_000],
  [
    'unwrapMail',
    (text) => unwrapMail({ ...mailOf(''), parts: [part('application/ms-tnef', text)] }),
    ['\0', '\x01', 'a'],
    500_000,
  ],
];

test.each(table)('%s takes linear time over hostile text', (_, read, tokens, length) => {
  for (const text of hostileTexts(tokens, length)) expectCheap(read, text);
});

test('covers every function of this folder that takes text', async () => {
  const covered = new Set(table.map(([name]) => name));
  const exempt = new Map([
    ['parseMime', 'runs in a thread with a time limit'],
    ['readRawMail', 'runs in a thread with a time limit'],
    ['idOfBytes', 'hashes bytes'],
    ['rawFile', 'forwards bytes'],
    ['replyAddress', 'takes addresses of ours'],
    ['forgetMail', 'takes no text'],
  ]);
  const files = readdirSync(__dirname).filter(
    (file) => /^[\w.-]+\.ts$/.test(file) && !file.includes('.spec.'),
  );
  const missing: string[] = [];
  for (const file of files) {
    const exported = (await import(`./${file.slice(0, -3)}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      const isFunction = typeof value === 'function' && !/^class /.test(value.toString());
      if (isFunction && !covered.has(name) && !exempt.has(name)) missing.push(`${file}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
