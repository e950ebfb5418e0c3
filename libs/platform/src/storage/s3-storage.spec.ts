import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { storageConformance } from './conformance';
import { S3Storage } from './s3-storage';

/** As much of S3 as we use. */
const objects = new Map<string, { body: Buffer; contentType: string }>();
const server = createServer((request, response) => void answer(request, response));
let storage: S3Storage;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  storage = new S3Storage({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

storageConformance('S3', {
  storage: () => storage,
  async fetch(url) {
    const response = await fetch(url);
    return {
      status: response.status,
      body: Buffer.from(await response.arrayBuffer()),
      contentType: response.headers.get('content-type'),
      disposition: response.headers.get('content-disposition'),
    };
  },
});

test('a signed URL opens for five minutes', async () => {
  const url = new URL(await storage.signedUrl('aa/b', { contentType: 'image/png', inline: true }));
  expect(url.searchParams.get('X-Amz-Expires')).toBe('300');
  expect(url.searchParams.get('response-content-disposition')).toBe('inline');
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const body = await buffer(request);
  const object = objects.get(url.pathname);
  if (!isAllowed(request, url)) return void response.writeHead(403).end();
  if (request.method === 'PUT') {
    objects.set(url.pathname, { body, contentType: request.headers['content-type'] ?? '' });
    return void response.writeHead(200).end();
  }
  if (url.searchParams.has('list-type')) return list(url, response);
  if (request.method === 'DELETE') {
    objects.delete(url.pathname);
    return void response.writeHead(204).end();
  }
  if (!object) {
    const code = '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';
    return void response.writeHead(404, { 'content-type': 'application/xml' }).end(code);
  }
  const disposition = url.searchParams.get('response-content-disposition');
  response.writeHead(200, {
    'content-type': url.searchParams.get('response-content-type') ?? object.contentType,
    ...(disposition && { 'content-disposition': disposition }),
  });
  response.end(object.body);
}

/** Two at a time, so that there are several pages. */
function list(url: URL, response: ServerResponse): void {
  const start = Number(url.searchParams.get('continuation-token') ?? 0);
  const all = [...objects].map(([path, { body }]) => {
    const key = path.replace('/files/', '');
    return `<Contents><Key>${key}</Key><Size>${body.length}</Size></Contents>`;
  });
  const more = start + 2 < all.length;
  const next = more ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${all.slice(start, start + 2).join('')}</ListBucketResult>`,
  );
}

/** By a header (whose signature this double does not check), or by a URL that is as it was signed. */
function isAllowed(request: IncomingMessage, url: URL): boolean {
  if (request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) return true;
  return signatureOf(url, request.headers.host ?? '') === url.searchParams.get('X-Amz-Signature');
}

/** AWS Signature Version 4 of a presigned URL. */
function signatureOf(url: URL, host: string): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = ['GET', url.pathname, query, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const time = url.searchParams.get('X-Amz-Date') ?? '';
  const scope = `${time.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = [time.slice(0, 8), 'us-east-1', 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    'AWS4secret',
  );
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash].join('\n')).toString('hex');
}
