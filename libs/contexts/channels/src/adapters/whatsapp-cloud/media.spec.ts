import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { manifest } from '@parley/contracts/channels/whatsapp-cloud/manifest';
import type { MessageAsset } from '@parley/contracts/events';
import { graphDouble, type GraphDouble } from '@parley/doubles/graph/graph-double';
import type { Connection } from '../adapter';
import { isProviders } from '../http';
import { fetchMedia } from './media';

const picture = Buffer.from('a picture');
const sha256 = createHash('sha256').update(picture);
const hex = sha256.copy().digest('hex');
const base64 = sha256.copy().digest('base64');

let graph: GraphDouble;
let connection: Connection;
const closing: (() => Promise<void> | void)[] = [];

beforeEach(async () => {
  graph = graphDouble({ appSecret: 'secret', accessToken: 'token' });
  const { url, close } = await graph.listen();
  closing.push(close);
  connection = {
    apiBaseUrl: url,
    providerAccountId: '1',
    businessAccountId: null,
    secrets: { 'access-token': 'token' },
  };
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function assetOf(mediaId: string | undefined, more: Partial<MessageAsset> = {}): MessageAsset {
  return { assetId: 'a', mediaId, contentType: 'image/jpeg', category: 'image', ...more };
}

/** Starts another server, for responses that the fake does not give. */
async function serve(handle: RequestListener): Promise<{ url: string; connection: Connection }> {
  const server: Server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => void server.close());
  closing.push(() => server.closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, connection: { ...connection, apiBaseUrl: url } };
}

test.each([
  ['hexadecimal', hex],
  ['hexadecimal in upper case', hex.toUpperCase()],
  ['base64', base64],
  ['none', undefined],
  ['truncated', '4654+8g='],
])('fetches a file whose announced checksum is: %s', async (_, announced) => {
  const asset = assetOf(graph.addMedia(picture, 'image/png'), { sha256: announced });
  expect(await fetchMedia(asset, connection)).toEqual({
    outcome: 'fetched',
    body: picture,
    contentType: 'image/jpeg',
    sha256: hex,
  });
});

test('uses the provider’s content type if the message has none', async () => {
  const asset = assetOf(graph.addMedia(picture, 'image/png'), { contentType: 'application/octet-stream' });
  expect(await fetchMedia(asset, connection)).toMatchObject({ contentType: 'image/png' });
});

test('rejects a file that does not match the checksum of the message or of the provider', async () => {
  const other = createHash('sha256').update('other').digest('base64');
  const announced = assetOf(graph.addMedia(picture, 'image/png'), { sha256: other });
  const described = assetOf(graph.addMedia(picture, 'image/png', other), { sha256: hex });
  for (const asset of [announced, described]) {
    expect(await fetchMedia(asset, connection)).toMatchObject({ outcome: 'failed', reason: 'checksum' });
  }
});

test('reports a file that the provider no longer has as gone', async () => {
  expect(await fetchMedia(assetOf('404'), connection)).toMatchObject({ reason: 'gone', retryable: false });
});

test.each([undefined, '', '../me', 'a/b', '?', '..'])(
  'sends no request for a media id of %j',
  async (mediaId) => {
    expect(await fetchMedia(assetOf(mediaId), connection)).toMatchObject({
      reason: 'gone',
      retryable: false,
    });
  },
);

test('stops reading a file above the maximum size', async () => {
  const asset = assetOf(graph.addMedia(Buffer.alloc(2_000_000), 'image/png'));
  expect(await fetchMedia(asset, connection, { maxBytes: 1_000_000, timeoutMs: 5_000 })).toMatchObject({
    reason: 'too_large',
    retryable: false,
  });
});

test('reports a retryable failure if the provider answers 503 or is unreachable', async () => {
  const api = await serve((_, response) => response.writeHead(503).end());
  expect(await fetchMedia(assetOf('1'), api.connection)).toMatchObject({
    reason: 'provider_error',
    retryable: true,
  });
  for (const close of closing.splice(0)) await close();
  expect(await fetchMedia(assetOf('1'), connection)).toMatchObject({
    reason: 'provider_error',
    retryable: true,
  });
});

test('reports a retryable failure if a download breaks off', async () => {
  const api = await serve((request, response) => {
    if (request.url?.startsWith('/file')) {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    } else response.end(JSON.stringify({ url: `http://${request.headers.host}/file` }));
  });
  expect(await fetchMedia(assetOf('1'), api.connection)).toMatchObject({
    reason: 'provider_error',
    retryable: true,
  });
});

describe('addresses from outside', () => {
  const { api } = manifest;

  test.each([
    'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1&ext=2&hash=3',
    'https://mmg.whatsapp.net/x',
    'https://scontent.xx.fbcdn.net/x',
    'https://graph.facebook.com/x',
  ])('accepts %s as an address of the provider', (url) => {
    expect(isProviders(url, api, { apiBaseUrl: null })).toBe(true);
  });

  test.each([
    '',
    'file:///etc/passwd',
    'http://lookaside.fbsbx.com/x',
    'https://lookaside.fbsbx.com:8443/x',
    'https://lookaside.fbsbx.com.evil.example/x',
    'https://evilwhatsapp.net/x',
    'https://user:pass@lookaside.fbsbx.com/x',
    'https://lookaside.fbsbx.com@127.0.0.1/x',
    'http://127.0.0.1/x',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/x',
    'http://localhost:3000/x',
  ])('rejects %s as an address of the provider', (url) => {
    expect(isProviders(url, api, { apiBaseUrl: null })).toBe(false);
  });

  test('never fetches other addresses or sends them the token', async () => {
    const seen: string[] = [];
    const inside = await serve((request, response) => {
      seen.push(request.url ?? '');
      response.end('secret');
    });
    const api = await serve((_, response) => response.end(JSON.stringify({ url: `${inside.url}/named` })));
    const redirecting = await serve((request, response) => {
      if (request.url === '/file') response.writeHead(302, { location: `${inside.url}/redirected` }).end();
      else response.end(JSON.stringify({ url: `http://${request.headers.host}/file` }));
    });
    for (const { connection: to } of [api, redirecting]) {
      expect(await fetchMedia(assetOf('1'), to)).toMatchObject({
        reason: 'provider_error',
        retryable: false,
      });
    }
    expect(seen).toEqual([]);
  });

  test('gives up on circular redirects', async () => {
    const api = await serve((request, response) => {
      if (request.url === '/file') response.writeHead(302, { location: '/file' }).end();
      else response.end(JSON.stringify({ url: `http://${request.headers.host}/file` }));
    });
    expect(await fetchMedia(assetOf('1'), api.connection)).toMatchObject({ reason: 'provider_error' });
  });
});
