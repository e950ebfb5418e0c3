import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type Response as Answer } from 'express';

/** A received request to send. */
export interface DoubleSend<Body = Record<string, unknown>> {
  /** The provider's id of the message. */
  externalId: string;
  /** Recipient, as the request names it. */
  recipient: string;
  /** The product's id of the message, if the provider returns it in statuses. */
  opaque?: string;
  body: Body;
}

/** A response with which a fake refuses a request. */
export interface Refusal {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** A planned behaviour for the next request to send. */
type Mishap<Failure> =
  | { kind: 'fail'; failure: Failure }
  /** Accepts the request, and responds once `released` resolves. */
  | { kind: 'hold'; released: Promise<void> }
  /** Accepts the request, and closes the connection before the response. */
  | { kind: 'lose' }
  /** Accepts the request, and later reports the message as failed. */
  | { kind: 'decline'; code: string };

export type DoubleStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** A webhook to post. */
export interface DoubleWebhook {
  method?: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Base class for fakes of providers' APIs. */
export abstract class ApiDouble<Failure, Send extends DoubleSend<unknown> = DoubleSend> {
  readonly app: Express = express();
  /** Accepted messages, oldest first; refused ones are in `refused`. */
  readonly sends: Send[] = [];
  readonly refused: Send[] = [];
  /** Address for webhooks; none are posted while it is undefined. */
  callbackUrl: string | undefined;

  private readonly files = new Map<string, { body: Buffer; contentType: string }>();
  private readonly mishaps: Mishap<Failure>[] = [];
  private readonly failuresFor = new Map<string, Failure>();
  private readonly pending = new Set<Promise<unknown>>();

  constructor() {
    this.app.disable('x-powered-by');
  }

  /** @returns the webhook that reports a status; null if the provider does not report it */
  protected abstract status(send: Send, status: DoubleStatus, code?: string): DoubleWebhook | null;

  /** Makes the next `times` requests to send fail. */
  failNext(failure: Failure, times = 1): void {
    for (let index = 0; index < times; index++) this.mishaps.push({ kind: 'fail', failure });
  }

  /** Makes every request to send to this recipient fail. */
  failFor(recipient: string, failure: Failure): void {
    this.failuresFor.set(recipient, failure);
  }

  /** Accepts the next request to send, and responds when the returned function is called. */
  holdNext(): () => void {
    let release!: () => void;
    this.mishaps.push({ kind: 'hold', released: new Promise((resolve) => (release = resolve)) });
    return () => release();
  }

  /** Accepts the next request to send, and loses the response. */
  loseNext(): void {
    this.mishaps.push({ kind: 'lose' });
  }

  /** Accepts the next message, and reports it as failed afterwards with the provider's code. */
  declineNext(code: string): void {
    this.mishaps.push({ kind: 'decline', code });
  }

  /**
   * Adds a file for use in a webhook.
   * @returns its id
   */
  addFile(body: Buffer, contentType: string, id: string = randomUUID()): string {
    this.files.set(id, { body, contentType });
    return id;
  }

  file(id: string): { body: Buffer; contentType: string } | undefined {
    return this.files.get(id);
  }

  /**
   * Posts a status of a message, `times` times concurrently.
   * @returns the statuses of the responses
   */
  async postStatus(
    send: Send,
    status: DoubleStatus,
    { code, times = 1 }: { code?: string; times?: number } = {},
  ): Promise<number[]> {
    const webhook = this.status(send, status, code);
    if (!webhook) return [];
    return Promise.all(Array.from({ length: times }, () => this.post(webhook)));
  }

  /**
   * Posts a webhook `times` times in sequence; each time, posts it again while the receiver is down.
   * @returns the status of the last response; 0 if there was none
   */
  async post(webhook: DoubleWebhook, times = 1): Promise<number> {
    let status = 0;
    for (let time = 0; time < times && this.callbackUrl; time++) status = await deliver(webhook);
    return status;
  }

  /** Waits until all automatic reports are posted. */
  async idle(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  /** Starts a server on a free port of this machine. */
  async listen(): Promise<{ url: string; close: () => Promise<void> }> {
    const server = this.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return { url: `http://127.0.0.1:${port}`, close };
  }

  /**
   * Handles a request to send; applies the next planned failure if there is one.
   * @param answer sends the response; its `refusal` is set if the provider would refuse the request in any case
   */
  protected async take(
    send: Send,
    request: Request,
    answer: {
      succeed: () => unknown;
      fail: (failure: Failure) => unknown;
      refusal?: Failure | null;
    },
  ): Promise<void> {
    const refusal = answer.refusal ?? this.failuresFor.get(send.recipient);
    const mishap = refusal === undefined ? this.mishaps.shift() : undefined;
    const failure = mishap?.kind === 'fail' ? mishap.failure : refusal;
    if (failure !== undefined) {
      this.refused.push(send);
      answer.fail(failure);
      return;
    }
    this.sends.push(send);
    if (mishap?.kind === 'decline') this.later(this.postStatus(send, 'failed', { code: mishap.code }));
    if (mishap?.kind === 'lose') return void request.socket.destroy();
    if (mishap?.kind === 'hold') await mishap.released;
    answer.succeed();
  }

  protected serveFile(id: string, answer: Answer): void {
    const file = this.files.get(id);
    if (!file) return void answer.status(404).end();
    answer.type(file.contentType).send(file.body);
  }

  private later(posting: Promise<unknown>): void {
    this.pending.add(posting);
    void posting.finally(() => this.pending.delete(posting));
  }
}

/** @returns the address at which a request reached the fake, without the path within the fake */
export function baseOf(request: Request): string {
  return `${request.protocol}://${request.headers.host ?? ''}${request.baseUrl}`;
}

export function give(answer: Answer, { status, body, headers = {} }: Refusal): void {
  answer.status(status).set(headers).json(body);
}

/**
 * Parses a multipart body that was read as bytes.
 * @returns null if the body is not multipart
 */
export async function formOf(request: Request): Promise<FormData | null> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(request.body as Buffer), { headers }).formData().catch(() => null);
}

const MAX_TRIES = 8;

async function deliver(webhook: DoubleWebhook): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const status = await postOnce(webhook);
    const isAway = status === 0 || status >= 500;
    if (!isAway || attempt >= MAX_TRIES) return status;
    await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** attempt).unref());
  }
}

async function postOnce({ method = 'POST', url, headers, body }: DoubleWebhook): Promise<number> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
    const response = await fetch(url, { method, headers, body: sent, signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
