import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type Response } from 'express';

/** A received push message, decrypted as a browser does. */
export interface ArrivedPush {
  endpoint: string;
  payload: Record<string, unknown>;
  topic: string | undefined;
  ttl: number;
}

interface Browser {
  ecdh: ECDH;
  auth: Buffer;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
}

/**
 * Fake of a push service together with browsers. The fake checks the sender's signature (RFC 8292) and decrypts the
 * message (RFC 8291), with code that is independent of the product's.
 */
export class PushDouble {
  readonly app: Express = express();
  /** Received pushes, oldest first. */
  readonly pushes: ArrivedPush[] = [];
  /** Called with each push. */
  onPush: ((push: ArrivedPush) => void) | undefined;
  private readonly browsers = new Map<string, Browser>();
  private readonly answers: Answer[] = [];
  url = '';

  constructor() {
    this.app.disable('x-powered-by');
    this.app.post('/send/:id', async (request, response) => {
      // The body is read without middleware, which cannot decode its content encoding.
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      this.take(request, response, Buffer.concat(parts));
    });
  }

  /**
   * Adds a browser.
   * @returns the fields of its `PushSubscription`
   */
  subscribe(): { endpoint: string; p256dh: string; auth: string } {
    const id = randomBytes(12).toString('hex');
    const ecdh = createECDH('prime256v1');
    const p256dh = ecdh.generateKeys().toString('base64url');
    const auth = randomBytes(16);
    this.browsers.set(id, { ecdh, auth });
    return { endpoint: `${this.url}/send/${id}`, p256dh, auth: auth.toString('base64url') };
  }

  /** Sets the response to the next push. */
  answerNext(status: number, headers?: Record<string, string>): void {
    this.answers.push({ status, headers });
  }

  /** Starts a server on a free port of this machine. */
  async listen(): Promise<{ url: string; close: () => Promise<void> }> {
    const server = this.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return { url: this.url, close };
  }

  private take(request: Request, response: Response, body: Buffer): void {
    const answer = this.answers.shift();
    if (answer) return void response.status(answer.status).set(answer.headers).end();
    const browser = this.browsers.get(String(request.params.id));
    if (!browser) return void response.status(404).end();
    if (!isSigned(request.get('authorization') ?? '', this.url)) return void response.status(403).end();
    if (request.get('content-encoding') !== 'aes128gcm') return void response.status(400).end();
    const push = {
      endpoint: `${this.url}/send/${String(request.params.id)}`,
      payload: JSON.parse(decrypted(body, browser)) as Record<string, unknown>,
      topic: request.get('topic'),
      ttl: Number(request.get('ttl')),
    };
    this.pushes.push(push);
    this.onPush?.(push);
    response.status(201).end();
  }
}

/**
 * Checks the header `vapid t=<JWT signed with ES256>, k=<public key>` (RFC 8292): the JWT has to name this origin,
 * and expire within a day.
 */
function isSigned(authorization: string, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return false;
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    unknown
  >;
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const secondsLeft = Number(exp) - Date.now() / 1_000;
  return (
    isTrue &&
    aud === origin &&
    secondsLeft > 0 &&
    secondsLeft <= 86_400 &&
    /^(mailto|https):/.test(String(sub))
  );
}

/** Decrypts a body of one record (RFC 8188) with the keys of RFC 8291. */
function decrypted(body: Buffer, { ecdh, auth }: Browser): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body[20]!);
  const record = body.subarray(21 + body[20]!);
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
