import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import express from 'express';
import {
  ApiDouble,
  baseOf,
  give,
  type DoubleSend,
  type DoubleWebhook,
  type Refusal,
} from '../provider/api-double';

export interface AppleDoubleOptions {
  businessId: string;
  cspId: string;
  /** The shared secret in base64. */
  secret: string;
}

export type AppleSend = DoubleSend<{
  id: string;
  destinationId: string;
  /** Text of the message. */
  body: string;
  attachments?: { url: string; key: string; mimeType: string }[];
}>;

export function appleRefusal(status: number): Refusal {
  return { status, body: {} };
}

/** Fake of Apple's gateway for Messages for Business, for tests and the demo. Signs and compresses its webhooks. */
export class AppleDouble extends ApiDouble<Refusal, AppleSend> {
  /** Uploaded files, encrypted. */
  readonly uploads = new Map<string, Buffer>();

  constructor(private readonly options: AppleDoubleOptions) {
    super();
    this.app.get('/files/:id', ({ params }, answer) => this.serveFile(params.id, answer));
    this.app.post('/uploads/:id', express.raw({ type: () => true, limit: '101mb' }), (request, answer) => {
      const file = request.body as Buffer;
      this.uploads.set(String(request.params.id), file);
      const fileChecksum = createHash('sha256').update(file).digest('base64');
      answer.json({ singleFile: { size: file.length, fileChecksum, receipt: 'A' } });
    });
    this.app.use((request, answer, next) => {
      const isKnown = request.headers['source-id'] === this.options.businessId;
      return isKnown && this.isOurs(request.headers.authorization) ? next() : give(answer, appleRefusal(401));
    });
    this.app.get('/v1/preDownload', (request, answer) => {
      const base = baseOf(request);
      answer.json({ 'download-url': `${base}/files/${String(request.headers.url).split('/').at(-1) ?? ''}` });
    });
    this.app.get('/v1/preUpload', (request, answer) => {
      const base = baseOf(request);
      const id = randomBytes(8).toString('hex');
      answer.json({
        'upload-url': `${base}/uploads/${id}`,
        'mmcs-url': `https://p43-content.icloud.com/M.A/${id}`,
        'mmcs-owner': 'M.A',
      });
    });
    this.app.post('/v1/message', express.json({ limit: '1mb' }), (request, answer) => {
      const body = request.body as AppleSend['body'];
      return this.take({ externalId: body.id, recipient: body.destinationId, body }, request, {
        succeed: () => answer.json({}),
        fail: (refusal) => give(answer, refusal),
      });
    });
    this.app.use((_, answer) => give(answer, appleRefusal(404)));
  }

  /**
   * Encrypts a file and stores it.
   * @returns its description, for a message
   */
  attachment(body: Buffer, mimeType: string): object {
    const key = randomBytes(32);
    const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
    const encrypted = Buffer.concat([cipher.update(body), cipher.final()]);
    const id = this.addFile(encrypted, 'application/octet-stream');
    const url = `https://p43-content.icloud.com/M.A/${id}`;
    const name = 'IMG_1.jpeg';
    return {
      name,
      mimeType,
      size: String(body.length),
      owner: 'M.A',
      url,
      'signature-base64': 'gQ==',
      key: `00${key.toString('hex')}`,
    };
  }

  /** Makes a webhook of a contact's message, compressed as Apple may do. */
  message(from: string, message: { id: string; type: string } & object): DoubleWebhook {
    const { businessId } = this.options;
    const whole = { v: 1, sourceId: from, destinationId: businessId, locale: 'en_NL', ...message };
    const body = gzipSync(JSON.stringify(whole));
    const headers = {
      ...{ 'content-type': 'application/json', 'content-encoding': 'gzip' },
      authorization: `Bearer ${this.token({ iss: 'apple', aud: this.options.cspId })}`,
      ...{ id: message.id, 'source-id': from, 'destination-id': businessId },
    };
    return { url: this.callbackUrl ?? '', headers, body };
  }

  /** Null, since Apple does not report the status of a message. */
  protected status(): null {
    return null;
  }

  private isOurs(header: string | undefined): boolean {
    const [head = '', claims = '', signature] = (header ?? '').replace(/^Bearer /, '').split('.');
    if (signature !== this.sign(`${head}.${claims}`)) return false;
    const { iss } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iss?: string };
    return iss === this.options.cspId;
  }

  private token(claims: object): string {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const iat = Math.floor(Date.now() / 1000);
    const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ ...claims, iat })}`;
    return `${signed}.${this.sign(signed)}`;
  }

  private sign(text: string): string {
    return createHmac('sha256', Buffer.from(this.options.secret, 'base64')).update(text).digest('base64url');
  }
}
