import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Fake of the part of S3's API that the product uses, with any number of buckets. */
export class S3Double {
  /** Objects by path, `/bucket/key`. */
  readonly objects = new Map<string, { body: Buffer; contentType: string }>();

  /** Whether keys have the right to list buckets; without it, S3 does not reveal whether an object is missing. */
  mayList = true;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async start(): Promise<S3Double> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new S3Double(server);
  }

  /** @returns the client's settings for a bucket */
  settings(bucket: string) {
    const { port } = this.server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    return { endpoint, bucket, region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://localhost');
    const body = await buffer(request);
    const object = this.objects.get(url.pathname);
    if (!isAllowed(request, url)) return void response.writeHead(403).end();
    if (request.method === 'PUT') {
      this.objects.set(url.pathname, { body, contentType: request.headers['content-type'] ?? '' });
      return void response.writeHead(200).end();
    }
    const isList = url.searchParams.has('list-type');
    const needsList = isList || (request.method === 'GET' && !object);
    if (needsList && !this.mayList) return void response.writeHead(403).end();
    if (isList) return this.list(url, response);
    if (request.method === 'DELETE') {
      this.objects.delete(url.pathname);
      return void response.writeHead(204).end();
    }
    if (!object) {
      const code =
        '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>';
      return void response.writeHead(404, { 'content-type': 'application/xml' }).end(code);
    }
    const disposition = url.searchParams.get('response-content-disposition');
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-type': url.searchParams.get('response-content-type') ?? object.contentType,
      ...(disposition && { 'content-disposition': disposition }),
    });
    response.end(object.body.subarray(from));
  }

  /** Lists two objects per page, so that even few objects need several pages. */
  private list(url: URL, response: ServerResponse): void {
    const start = Number(url.searchParams.get('continuation-token') ?? 0);
    const bucket = `${url.pathname.replace(/\/$/, '')}/`;
    const all = [...this.objects].flatMap(([path, { body }]) => {
      const contents = `<Contents><Key>${path.slice(bucket.length)}</Key><Size>${body.length}</Size></Contents>`;
      return path.startsWith(bucket) ? [contents] : [];
    });
    const more = start + 2 < all.length;
    const next = more ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${all.slice(start, start + 2).join('')}</ListBucketResult>`,
    );
  }
}

/**
 * Whether a request is allowed: it has an authorization header, whose signature is not checked, or its URL has not
 * been changed since it was signed.
 */
function isAllowed(request: IncomingMessage, url: URL): boolean {
  if (request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=id/')) return true;
  return signatureOf(url, request.headers.host ?? '') === url.searchParams.get('X-Amz-Signature');
}

/** @returns the signature of a presigned URL (AWS Signature Version 4) */
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
