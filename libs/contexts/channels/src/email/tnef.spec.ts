import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { MailReader } from './mail-reader';
import { unwrapTnef } from './tnef';

const sample = (name: string) => readFileSync(join(__dirname, 'fixtures/tnef', `${name}.tnef`));

const pool = new WorkerPool();
const reader = new MailReader(pool);
afterAll(() => pool.onApplicationShutdown());

/** Reads a mail of Outlook as servers forward it, with a `winmail.dat` as its only file. */
async function readWrapped(name: string, text = '', end?: number) {
  const raw = Buffer.from(
    [
      ...['From: eva@example.org', 'To: support@parley.example', 'Subject: Wrapped', 'MIME-Version: 1.0'],
      ...['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', text],
      ...['--b', 'Content-Type: application/ms-tnef; name=winmail.dat'],
      ...[
        'Content-Transfer-Encoding: base64',
        '',
        sample(name).subarray(0, end).toString('base64'),
        '--b--',
        '',
      ],
    ].join('\r\n'),
  );
  const read = await reader.read(raw, { envelope: { recipients: [] }, own: [] }, 'customer');
  if (read.kind !== 'mail') throw new Error(read.kind);
  return read;
}

test('replaces winmail.dat by the files in it, with their names and all their bytes', async () => {
  const { files } = await readWrapped('two-files');
  expect(files.map(({ fileName, body }) => [fileName, body.length])).toEqual([
    ['AUTHORS', 244],
    ['README', 893],
  ]);
  expect(files[1]!.body.toString('latin1')).toContain('INSTALL for instructions on installing TNEF');
});

test('uses the text in winmail.dat, HTML or RTF, if the mail has no other text', async () => {
  const { content, files } = await readWrapped('body');
  expect(files.find(({ part }) => part === 'html')!.body.toString()).toMatch(/^<!DOCTYPE HTML/);
  expect(content.text).not.toContain('<');
  expect(content.text.length).toBeGreaterThan(10);
  expect((await readWrapped('rtf')).content.text).toContain(
    'Senior Engineer/QADirector Team\nCompuware Corporation',
  );
  expect((await readWrapped('rtf', 'What I wrote')).content.text.trim()).toBe('What I wrote');
});

test('never throws for truncated or corrupted files, and returns the parts before the damage', () => {
  for (const name of ['two-files', 'body', 'rtf', 'unicode-mapi-attr']) {
    const whole = sample(name);
    for (let length = 0; length < whole.length; length += 7) {
      unwrapTnef(whole.subarray(0, length));
      const spoilt = Buffer.from(whole);
      spoilt.fill(0xff, length, Math.min(length + 4, spoilt.length));
      unwrapTnef(spoilt);
    }
  }
  const cut = unwrapTnef(sample('two-files').subarray(0, -900));
  expect(cut!.files.map(({ fileName }) => fileName)).toEqual(['AUTHORS']);
  expect(cut!.isPartial).toBe(true);
  expect(unwrapTnef(sample('two-files'))!.isPartial).toBe(false);
  expect(unwrapTnef(Buffer.from('no such thing'))).toBeNull();
});

test('keeps a truncated winmail.dat beside the files that were found in it', async () => {
  const { files } = await readWrapped('two-files', 'See below', -900);
  expect(files.map(({ fileName }) => fileName)).toEqual(expect.arrayContaining(['winmail.dat', 'AUTHORS']));
});

const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);

/** Builds a `winmail.dat` whose message has properties repeatedly. */
function wrapped(properties: Buffer[]): Buffer {
  const attributes = properties.map((bytes) =>
    Buffer.concat([Buffer.of(1), u16(0x9003), u16(6), u32(bytes.length), bytes, u16(0)]),
  );
  return Buffer.concat([u32(0x223e9f78), u16(0), ...attributes]);
}

test('uses the first of several RTF texts', () => {
  const rtf = (words: string) => {
    const text = Buffer.concat([u32(0), u32(0), u32(0x414c454d), u32(0), Buffer.from(`{\\rtf1 ${words}}`)]);
    const filled = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4)]);
    return Buffer.concat([u32(1), u16(0x102), u16(0x1009), u32(1), u32(text.length), filled]);
  };
  expect(unwrapTnef(wrapped([rtf('First'), rtf('Later')]))!.text).toBe('First');
});

test('stops reading after a maximum number of values', () => {
  const one = Buffer.concat([u32(1), u16(0x1e | 0x1000), u16(0x1000), u32(5000), Buffer.alloc(4 * 5000)]);
  const found = unwrapTnef(wrapped(Array.from({ length: 1000 }, () => one)))!;
  expect(found.isPartial).toBe(true);
});
