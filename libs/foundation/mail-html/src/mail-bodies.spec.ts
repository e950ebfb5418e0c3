import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalStorage } from '@parley/platform/storage/local-storage';
import { newPath } from '@parley/platform/storage/storage';
import { WorkerPool } from '@parley/platform/worker-pool/worker-pool';
import { deleteWithBody, MailBodies } from './mail-bodies';

let folder: string;
let storage: LocalStorage;
const pool = new WorkerPool();
const run = jest.spyOn(pool, 'run');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-bodies-'));
  storage = new LocalStorage(folder, randomBytes(32));
});
afterAll(async () => {
  await pool.onApplicationShutdown();
  await rm(folder, { recursive: true });
});
beforeEach(() => run.mockClear());

async function stored(html: string) {
  const path = newPath();
  await storage.put(path, Buffer.from(html));
  return { path, contentIds: ['logo'], customerId: 'customer' };
}

async function files(): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of storage.list()) found.push(path);
  return found;
}

test('sanitises a mail with 499 images once, for concurrent and later requests', async () => {
  const pictures = Array.from({ length: 499 }, (_, index) => `<img src="https://x.example/${index}.png">`);
  const html = await stored(`<p>Hello\n<img src="cid:logo"></p>${pictures.join('')}`);
  const bodies = new MailBodies(storage, pool);
  await Promise.all(Array.from({ length: 50 }, () => bodies.get(html)));
  const later = await new MailBodies(storage, pool).get(html);
  expect(run).toHaveBeenCalledTimes(1);
  expect(later).toMatchObject({
    pictures: expect.arrayContaining(['https://x.example/0.png', 'https://x.example/498.png']),
    inlined: ['logo'],
    html: expect.stringContaining('Hello\n<img data-inline="0"'),
  });
});

test('stores that sanitising a mail exceeded the time limit, and does not try again', async () => {
  const html = await stored(`<p>${'a <b>b</b> '.repeat(10_000)}</p>`);
  const bodies = new MailBodies(storage, pool);
  bodies.task = { ...bodies.task, timeoutMs: 0 };
  expect(await bodies.get(html)).toEqual({ unshowable: 'mail_too_complex' });
  expect(await new MailBodies(storage, pool).get(html)).toEqual({ unshowable: 'mail_too_complex' });
  expect(run).toHaveBeenCalledTimes(1);
});

test('stores that a mail exceeds a bound', async () => {
  const html = await stored('<div>'.repeat(10_000));
  expect(await new MailBodies(storage, pool).get(html)).toEqual({ unshowable: 'mail_too_deep' });
  expect(await new MailBodies(storage, pool).get({ ...(await stored('a')), size: 5_000_000 })).toEqual({
    unshowable: 'mail_too_large',
  });
});

test('sanitises a mail again if its stored body has another version', async () => {
  const html = await stored('<p>Hello</p>');
  await storage.put(`${html.path}.body`, Buffer.from('{"version":0,"pictures":[]}\n<script>'));
  expect(await new MailBodies(storage, pool).get(html)).toMatchObject({ html: '<p>Hello</p>' });
});

test('deletes the body together with its HTML, also if that happens during sanitising', async () => {
  const before = await files();
  const html = await stored('<p>Hello</p>');
  const bodies = new MailBodies(storage, pool);
  await bodies.get(html);
  await deleteWithBody(storage, html.path);
  expect(await files()).toEqual(before);
  const late = await stored('<p>Hello</p>');
  run.mockImplementationOnce(async () => {
    await deleteWithBody(storage, late.path);
    return { html: '', pictures: [], inlined: [], isDesigned: false };
  });
  await bodies.get(late);
  expect(await files()).toEqual(before);
});

test('leaves no body if a mail is opened during its deletion', async () => {
  const before = await files();
  const html = await stored('<p>Hello</p>');
  const bodies = new MailBodies(storage, pool);
  await bodies.get(html);
  const remove = jest.spyOn(storage, 'delete').mockImplementationOnce(async (path) => {
    remove.mockRestore();
    await storage.delete(path);
    await bodies.get(html).catch(() => undefined);
    await bodies.make(html).catch(() => undefined);
  });
  await deleteWithBody(storage, html.path);
  expect(await files()).toEqual(before);
});
