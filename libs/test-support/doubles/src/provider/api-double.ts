import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type Response as Answer } from 'express';

/** A request to send, as it came. */
export interface DoubleSend<Body = Record<string, unknown>> {
  /** The provider's own id of the message. */
  externalId: string;
  /** Whom it is for, as the request names them. */
  recipient: string;
  /** Our id of the message, where the provider hands it back. */
  opaque?: string;
  body: Body;
}

/** An answer that a double gives instead of its own. */
export interface Refusal {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** What the next request to send meets instead of success. */
type Mishap<Failure> =
  | { kind: 'fail'; failure: Failure }
  /** It is taken, and answered when `released`. */
  | { kind: 'hold'; released: Promise<void> }
  /** It is taken, and the connection is lost before the answer. */
  | { kind: 'lose' }
  /** It is taken, and reported as failed afterwards. */
  | { kind: 'decline'; code: string };

export type DoubleStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** A webhook as a double posts it. */
export interface DoubleWebhook {
  method?: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A double of a provider's API: what every one of them does alike. */
export abstract class ApiDouble<Failure, Send extends DoubleSend<unknown> = DoubleSend> {
  readonly app: Express = express();
  /** Messages that were accepted, oldest first; those it refused are in `refused`. */
  readonly sends: Send[] = [];
  readonly refused: Send[] = [];
  /** Where it posts webhooks; nowhere if left out. */
  callbackUrl: string | undefined;

  private readonly files = new Map<string, { body: Buffer; contentType: string }>();
  private readonly mishaps: Mishap<Failure>[] = [];
  private readonly failuresFor = new Map<string, Failure>();
  private readonly pending = new Set<Promise<unknown>>();

  constructor() {
    this.app.disable('x-powered-by');
  }

  /** The webhook of a status; null where the provider tells of none. */
  protected abstract status(send: Send, status: DoubleStatus, code?: string): DoubleWebhook | null;

  /** The next request to send fails; `times` of them, if given. */
  failNext(failure: Failure, times = 1): void {
    for (let index = 0; index < times; index++) this.mishaps.push({ kind: 'fail', failure });
  }

  /** Every request to send to this recipient fails. */
  failFor(recipient: string, failure: Failure): void {
    this.failuresFor.set(recipient, failure);
  }

  /** The next request to send is taken, and answered when the function that this returns is called. */
  holdNext(): () => void {
    let release!: () => void;
    this.mishaps.push({ kind: 'hold', released: new Promise((resolve) => (release = resolve)) });
    return () => release();
  }

  /** The next request to send is taken and its answer lost. */
  loseNext(): void {
    this.mishaps.push({ kind: 'lose' });
  }

  /** The next message is taken and reported as failed afterwards, with the provider's code. */
  declineNext(code: string): void {
    this.mishaps.push({ kind: 'decline', code });
  }

  /** Keeps a file that a webhook can then name. @returns its id */
  addFile(body: Buffer, contentType: string, id: string = randomUUID()): string {
    this.files.set(id, { body, contentType });
    return id;
  }

  file(id: string): { body: Buffer; contentType: string } | undefined {
    return this.files.get(id);
  }

  /** Posts a status of a message, `times` times at once. @returns the answers' statuses */
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
   * Posts a webhook, and again while the other side is away; `times` deliveries of it, one after the other.
   * @returns the last answer's status; 0 where there is none
   */
  async post(webhook: DoubleWebhook, times = 1): Promise<number> {
    let status = 0;
    for (let time = 0; time < times && this.callbackUrl; time++) status = await deliver(webhook);
    return status;
  }

  /** Waits until every report that is due by itself has been posted. */
  async idle(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  /** Serves it on a port of its own, on this machine only. */
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
   * Takes a request to send, or does with it what it was told to.
   * @param answer with `refusal` where the provider refuses it whatever comes next
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

/** The address that a request was made to, up to the double's own paths. */
export function baseOf(request: Request): string {
  return `${request.protocol}://${request.headers.host ?? ''}${request.baseUrl}`;
}

export function give(answer: Answer, { status, body, headers = {} }: Refusal): void {
  answer.status(status).set(headers).json(body);
}

/** The fields and files of a multipart body, which was read as bytes; null where it is none. */
export async function formOf(request: Request): Promise<FormData | null> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(new Uint8Array(request.body as Buffer), { headers }).formData().catch(() => null);
}

const MOST_TRIES = 8;

async function deliver(webhook: DoubleWebhook): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const status = await postOnce(webhook);
    const isAway = status === 0 || status >= 500;
    if (!isAway || attempt >= MOST_TRIES) return status;
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
