import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { storageConformance } from './conformance';
import { FilesController } from './files.controller';
import { LocalStorage } from './local-storage';
import { newPath, Storage, type SignedFile } from './storage';

let now: number;
let folder: string;
let storage: LocalStorage;
let app: INestApplication<Server>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  storage = new LocalStorage(join(folder, '.files'), Buffer.alloc(32, 1), () => now);
  const module = await Test.createTestingModule({
    controllers: [FilesController],
    providers: [{ provide: Storage, useValue: storage }],
  }).compile();
  app = await module.createNestApplication({ logger: false }).init();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  now = Date.now();
});

const get = (url: string) => request(app.getHttpServer()).get(url).buffer(true).parse(bytes);

storageConformance('a local folder', {
  storage: () => storage,
  async fetch(url) {
    const { status, body, headers } = await get(url);
    return {
      status,
      body: body as Buffer,
      contentType: headers['content-type'] ?? null,
      disposition: headers['content-disposition'] ?? null,
    };
  },
});

async function stored(body: string, file: SignedFile): Promise<string> {
  const path = newPath();
  await storage.put(path, Buffer.from(body));
  return storage.signedUrl(path, file);
}

const picture: SignedFile = { contentType: 'image/png', inline: true };

test('serves a file so that no script in it can run', async () => {
  const { headers } = await get(await stored('<script>', { contentType: 'text/html', inline: true }));
  expect(headers).toMatchObject({
    'content-type': 'text/html',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
  });
});

test('serves a range to a media player', async () => {
  const url = await stored('0123456789', { contentType: 'video/mp4', inline: true });
  const part = await get(url).set('Range', 'bytes=2-4');
  expect(part.status).toBe(206);
  expect(String(part.body)).toBe('234');
  expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-type': 'video/mp4' });
  const beyond = await get(url).set('Range', 'bytes=20-');
  expect(beyond.status).toBe(416);
  expect(beyond.headers).not.toHaveProperty('cache-control');
});

test('serves a signed URL for 5 to 10 minutes and then responds 410', async () => {
  const url = await stored('x', picture);
  now += 5 * 60_000;
  expect((await get(url)).status).toBe(200);
  now += 5 * 60_000;
  expect((await get(url)).status).toBe(410);
});

test('signs the same URL for a file within a period, so that browsers can cache the file', async () => {
  now = Math.ceil(now / 300_000) * 300_000 + 1;
  const path = newPath();
  const url = await storage.signedUrl(path, picture);
  now += 4 * 60_000;
  expect(await storage.signedUrl(path, picture)).toBe(url);
});

test('serves a file with an invalid type as application/octet-stream', async () => {
  const { headers } = await get(await stored('x', { contentType: 'x\r\nSet-Cookie: a=b', inline: true }));
  expect(headers['content-type']).toBe('application/octet-stream');
  expect(headers).not.toHaveProperty('set-cookie');
});

test('refuses a signature for a later expiry or another file', async () => {
  const url = await stored('x', picture);
  const other = newPath();
  await storage.put(other, Buffer.from('secret'));
  expect((await get(url.replace(/expires=\d+/, 'expires=99999999999999'))).status).toBe(403);
  expect((await get(url.replace(/files\/[^?]+/, `files/${other}`))).status).toBe(403);
  expect((await get(url.replace('inline=1', 'inline=0'))).status).toBe(403);
  expect((await get(`${url}&expires=99999999999999`)).status).toBe(200);
});

test('responds 404 to a deleted file', async () => {
  const path = newPath();
  expect((await get(await storage.signedUrl(path, picture))).status).toBe(404);
});

test.each(['..%2f..%2fetc%2fpasswd', '../../etc/passwd', '%2e%2e/x', 'a%00b'])(
  'finds no file outside its folder: /files/%s',
  async (path) => {
    expect([403, 404]).toContain((await get(`/files/${path}`)).status);
  },
);

test('makes files readable by their owner only and leaves no temporary file', async () => {
  const path = newPath();
  await storage.put(path, Buffer.from('x'));
  expect((await stat(join(storage.root, path))).mode & 0o777).toBe(0o600);
  expect(await readdir(join(storage.root, path.split('/')[0]!))).toEqual(
    expect.not.arrayContaining([expect.stringContaining('draft')]),
  );
});

function bytes(response: request.Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}
