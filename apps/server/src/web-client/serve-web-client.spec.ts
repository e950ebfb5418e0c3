import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { serveEarlier, serveFiles } from './serve-web-client';

let folder: string;
let server: Server;
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/index-new.js'), 'new');
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  const app = express();
  const find = (name: string) => {
    asked.push(name);
    return Promise.resolve(name === 'index-old.js' ? Buffer.from('old') : null);
  };
  app.use(
    '/widget',
    serveEarlier(find, (response) => response.set('Access-Control-Allow-Origin', '*')),
  );
  app.use(...serveFiles(folder, find));
  app.use((_request, response) => void response.type('html').send('<html>'));
  await new Promise<void>((listening) => (server = app.listen(0, '127.0.0.1', () => listening())));
});
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  await rm(folder, { recursive: true });
});

const get = async (path: string, method = 'GET') => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
  });
  const { status, headers } = response;
  const [type, cache] = [headers.get('content-type')?.split(';')[0], headers.get('cache-control')];
  return { status, type, cache, text: await response.text() };
};
const immutable = 'public, max-age=31536000, immutable';

test.each([
  ['this', '/assets/index-new.js', 'new'],
  ['an earlier', '/assets/index-old.js', 'old'],
  ['an earlier widget', '/widget/assets/index-old.js', 'old'],
])('serves an asset of %s build as immutable', async (_, path, text) => {
  expect(await get(path)).toEqual({ status: 200, type: 'text/javascript', cache: immutable, text });
});

test.each([
  '/assets/gone.js',
  '/widget/assets/gone.js',
  '/assets',
  '/assets/',
  '/assets/a/b.js',
  '/assets/x',
  '/gone.css',
  '/gone.svg',
])('responds with an uncacheable 404 for the missing file %s', async (path) => {
  expect(await get(path)).toMatchObject({ status: 404, type: 'text/plain', cache: 'no-store' });
});

test.each(['/messaging-inbox', '/apps/com.example.shop', '/contacts/lists/7'])(
  'leaves the page %s to the next handler',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, type: 'text/html' });
  },
);

test('looks up only names that a build can have', async () => {
  asked.length = 0;
  for (const path of [`/assets/${'a'.repeat(201)}.js`, '/assets/a%20b.js', '/assets/a/b.js']) await get(path);
  await get('/assets/index-old.js', 'POST');
  expect(asked).toEqual([]);
});

test('an asset of an earlier widget may be loaded by pages of any site', async () => {
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/widget/assets/index-old.js`);
  expect(headers.get('access-control-allow-origin')).toBe('*');
});
